// The business's own address, wherever a page says whom to ask.
import { pageSettings } from '../page-settings.ts'

export const ContactLink = () => (
  <a href={`mailto:${pageSettings.contactEmail}`}>{pageSettings.contactEmail}</a>
)
