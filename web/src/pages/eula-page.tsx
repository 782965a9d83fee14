// The license agreement.

import { pageSettings } from '../shared/api/page-settings.ts'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'
import { Prose } from '../shared/ui/prose.tsx'

export const EulaPage = () => (
  <Page {...publicPage('/eula')}>
    <Prose>
      <p>{pageSettings.businessName} runs Invoice Desk. By using it, you agree to these terms.</p>
      <h2>Use</h2>
      <p>
        The tool is for internal organizational use only: staff use it with the account that was
        provisioned for them, and only the tools enabled for that account. Vendors may submit their
        invoices, and customers may pay theirs under the{' '}
        <AppLink to={paths.terms()}>terms of service</AppLink>. No other use is allowed.
      </p>
      <h2>Your account</h2>
      <p>
        You sign in with Google. Don’t let anyone else use your account, and tell us right away if
        you think someone has. We can change or remove access at any time.
      </p>
      <h2>Data</h2>
      <p>
        The data collected at sign-in is your email address, name and profile picture. It is used
        only for authentication and approval authorization and kept in the browser session only, as
        the <AppLink to={paths.privacy()}>privacy policy</AppLink> says.
      </p>
      <h2>No warranty</h2>
      <p>
        The tool is provided as is, without warranty. Check important details before you rely on
        them, and tell us if something looks wrong.
      </p>
      <h2>Questions</h2>
      <p>
        Email <ContactLink />.
      </p>
    </Prose>
  </Page>
)
