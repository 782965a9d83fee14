// A link that writes to the business about invoices, with their numbers filled in.
import { pageSettings } from '../../../shared/api/page-settings.ts'

type AskLinkProps = { readonly numbers: readonly string[] }

/** Nothing without a number or a contact address. */
export const AskLink = ({ numbers }: AskLinkProps) => {
  const known = numbers.filter(Boolean)
  const { contactEmail } = pageSettings
  if (known.length === 0 || contactEmail === '') return null
  return (
    <a href={askUrl(contactEmail, known)}>
      Ask about {known.length === 1 ? 'this invoice' : 'these invoices'}
    </a>
  )
}

/** Long enough for most, and short enough for every email program. */
const NAMED_MAX = 20

/** Spaces as `%20`, because email programs show a `+` as it is. */
export const askUrl = (to: string, numbers: readonly string[]): string => {
  const more = numbers.length - NAMED_MAX
  const named = numbers.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '')
  const invoices = `${numbers.length === 1 ? 'invoice' : 'invoices'} ${named}`
  const parts = { subject: `Question about ${invoices}`, body: `My question about ${invoices}:\n` }
  const query = Object.entries(parts).map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
  return `mailto:${to}?${query.join('&')}`
}
