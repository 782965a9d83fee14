// Shown for any unknown path.
import { AppLink } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Page } from '../shared/ui/page.tsx'

export const NotFoundPage = () => (
  <Page
    title="Page Not Found"
    width="text"
    intro="We couldn’t find that page. Check the address for typos; the page may also have moved."
  >
    <p>
      Go to the <AppLink to={paths.landing()}>home page</AppLink>, or email <ContactLink /> if a
      link brought you here.
    </p>
  </Page>
)
