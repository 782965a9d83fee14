// What is collected, for what, and for how long.
import { pageSettings } from '../shared/page-settings.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'
import { Prose } from '../shared/ui/prose.tsx'

export const PrivacyPage = () => (
  <Page {...publicPage('/privacy')}>
    <Prose>
      <p>
        Invoice Desk is run by {pageSettings.businessName}. The staff tools are for internal
        organizational use only.
      </p>
      <h2>What we collect</h2>
      <p>Staff sign in with Google. From Google we receive, and collect, only:</p>
      <ul>
        <li>your e-mail address,</li>
        <li>your name,</li>
        <li>your profile picture.</li>
      </ul>
      <h2>What we use it for</h2>
      <p>
        This data is used only for authentication and for approval authorization: to know who you
        are, and whether you may approve invoices and use the other tools enabled for your account.
        It is not used for anything else and is not passed on to anyone.
      </p>
      <h2>How long we keep it</h2>
      <p>
        Your sign-in data is kept in the browser session only. It is gone when you sign out, when it
        expires, or when you close the browser. On our side stands the list of e-mail addresses that
        may sign in, and a record of which account approved or changed what.
      </p>
      <h2>Google sign-in</h2>
      <p>
        Signing in takes place on Google’s own pages. We never see your password. You can withdraw
        the access you gave in the settings of your Google account at any time.
      </p>
      <h2>Questions</h2>
      <p>
        Please write to <ContactLink />.
      </p>
    </Prose>
  </Page>
)
