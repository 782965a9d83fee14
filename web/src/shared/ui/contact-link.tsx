// The business's contact email.
import { pageSettings } from '../api/page-settings.ts'

export const ContactLink = () => (
  <a href={`mailto:${pageSettings.contactEmail}`}>{pageSettings.contactEmail}</a>
)
