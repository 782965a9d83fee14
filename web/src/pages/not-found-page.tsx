// Any address that is no page of ours.
import { AppLink } from '../shared/app-link.tsx'
import { paths } from '../shared/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Page } from '../shared/ui/page.tsx'

export const NotFoundPage = () => (
  <Page
    title="Page Not Found"
    width="text"
    intro="There is nothing at this address. It may have been mistyped, or the page may have moved."
  >
    <p>
      Go to the <AppLink to={paths.landing()}>start page</AppLink>, or write to <ContactLink /> if a
      link brought you here.
    </p>
  </Page>
)
