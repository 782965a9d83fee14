// In place of a page that could not be loaded or broke while rendering; the header stays.
import { useRouteError } from 'react-router'
import { AppLink } from '../shared/app-link.tsx'
import { paths } from '../shared/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Page } from '../shared/ui/page.tsx'
import { PlainButton } from '../shared/ui/plain-button.tsx'

/** After a new release the old page's files are gone; a fresh document knows the new ones. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof TypeError && /import|module|preload/i.test(error.message)

export const ErrorPage = () => {
  const error = useRouteError()
  const missing = isMissingFile(error)
  return (
    <Page title={missing ? 'This page could not be loaded' : 'Something went wrong'} width="text">
      <Notice
        tone="negative"
        action={<PlainButton onClick={() => window.location.reload()}>Try again</PlainButton>}
      >
        <p>
          {missing
            ? 'The connection was lost, or the tool has just been updated. Loading it again usually helps.'
            : 'This page met an error it did not expect. Nothing you saved before is affected.'}
        </p>
        <p>
          If it keeps happening, please write to <ContactLink /> or go to the{' '}
          <AppLink to={paths.landing()}>start page</AppLink>.
        </p>
      </Notice>
    </Page>
  )
}
