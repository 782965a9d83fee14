// The footer: legal pages, contact, and the dark theme switch.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { pageSettings } from '../shared/api/page-settings.ts'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import classes from './footer.module.css'

export const Footer = () => (
  <footer className={`row ${classes.footer}`}>
    <span>Invoice Desk for {pageSettings.businessName}</span>
    <nav className={`wrap ${classes.links}`} aria-label="About">
      <AppLink to={paths.privacy()}>Privacy</AppLink>
      <AppLink to={paths.terms()}>Terms</AppLink>
      <AppLink to={paths.eula()}>License</AppLink>
      <ContactLink />
    </nav>
    <SchemeToggle />
  </footer>
)

const SchemeToggle = () => {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <button
      type="button"
      className={`inline-line ${classes.toggle}`}
      aria-pressed={dark}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      Dark theme
    </button>
  )
}
