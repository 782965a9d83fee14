// What the server wrote into the page itself: the business's name and look, contact address and time zone, the style nonce.
import { DEFAULT_TIME_ZONE, isTimeZone } from '@invoice-desk/contract/business-day'
import type { PageSettings } from '@invoice-desk/contract/system'

const isText = (value: unknown): value is string => typeof value === 'string'

/** Whether every one of these stands in it as text. */
const hasTexts = <K extends string>(
  value: unknown,
  ...names: readonly K[]
): value is Record<K, string> =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => isText(Reflect.get(value, name)))

/** The settings in the page's text; anything unreadable leaves the product's own name and no address. */
export const readPageSettings = (text: string | null | undefined): PageSettings => {
  const settings: PageSettings = {
    businessName: 'Invoice Desk',
    contactEmail: '',
    timeZone: DEFAULT_TIME_ZONE,
  }
  try {
    const given: Partial<Record<keyof PageSettings, unknown>> = JSON.parse(text ?? '{}')
    if (isText(given.businessName)) settings.businessName = given.businessName
    if (isText(given.contactEmail)) settings.contactEmail = given.contactEmail
    // An old browser may not know the name of a new zone.
    if (isText(given.timeZone) && isTimeZone(given.timeZone)) settings.timeZone = given.timeZone
    if (isText(given.color)) settings.color = given.color
    if (isText(given.logoUrl)) settings.logoUrl = given.logoUrl
    if (isText(given.sandboxUrl)) settings.sandboxUrl = given.sandboxUrl
    const { humanCheck, stripe, paypal } = given
    if (hasTexts(humanCheck, 'siteKey', 'scriptUrl')) settings.humanCheck = humanCheck
    if (hasTexts(stripe, 'publishableKey', 'scriptUrl')) settings.stripe = stripe
    if (hasTexts(paypal, 'clientId', 'scriptUrl')) settings.paypal = paypal
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
