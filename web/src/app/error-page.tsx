// Shown when a page fails to load or throws while rendering; the header stays.
import { useRouteError } from 'react-router'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Notice } from '../shared/ui/feedback/notice.tsx'
import { Page } from '../shared/ui/page.tsx'
import { PlainButton } from '../shared/ui/plain-button.tsx'

/** After a release the old page's files are gone; reloading gets the new ones. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof TypeError && /import|module|preload/i.test(error.message)

export const ErrorPage = () => {
  const error = useRouteError()
  const missing = isMissingFile(error)
  return (
    <Page title={missing ? 'This page couldn’t load' : 'Something went wrong'} width="text">
      <Notice
        tone="negative"
        action={<PlainButton onClick={() => window.location.reload()}>Try again</PlainButton>}
      >
        <p>
          {missing
            ? 'The connection was lost, or Invoice Desk was just updated. Reloading the page usually helps.'
            : 'Something went wrong on this page. Anything you saved is safe.'}
        </p>
        <p>
          If it keeps happening, email <ContactLink /> or go to the{' '}
          <AppLink to={paths.landing()}>home page</AppLink>.
        </p>
      </Notice>
    </Page>
  )
}
