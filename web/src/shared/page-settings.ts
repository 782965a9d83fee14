// What the server wrote into the page itself: the business's name, its contact address, the style nonce.
import type { PageSettings } from '@invoice-desk/contract/system'

const isText = (value: unknown): value is string => typeof value === 'string'

const isHumanCheck = (value: unknown): value is NonNullable<PageSettings['humanCheck']> => {
  const { siteKey, scriptUrl } = (value ?? {}) as Record<string, unknown>
  return isText(siteKey) && isText(scriptUrl)
}

/** The settings in the page's text; anything unreadable leaves the product's own name and no address. */
export const readPageSettings = (text: string | null | undefined): PageSettings => {
  const settings: PageSettings = { businessName: 'Invoice Desk', contactEmail: '' }
  try {
    const given: Partial<Record<keyof PageSettings, unknown>> = JSON.parse(text ?? '{}')
    if (isText(given.businessName)) settings.businessName = given.businessName
    if (isText(given.contactEmail)) settings.contactEmail = given.contactEmail
    if (isText(given.sandboxUrl)) settings.sandboxUrl = given.sandboxUrl
    if (isHumanCheck(given.humanCheck)) settings.humanCheck = given.humanCheck
  } catch {
    // A page without settings still has to say something rather than stay blank.
  }
  return settings
}

const isBrowser = typeof document !== 'undefined'

export const pageSettings = readPageSettings(
  isBrowser ? document.querySelector('#page-settings')?.textContent : undefined,
)

/** Style elements carry it, since the page's policy refuses any other. */
export const styleNonce = (): string =>
  document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
