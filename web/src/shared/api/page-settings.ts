// The settings the server writes into the page: business name and look, contact, time zone, provider keys, nonce.

import type { PageSettings } from '@invoice-desk/contract/system/system'
import { DEFAULT_TIME_ZONE, isTimeZone } from '@invoice-desk/contract/values/business-day'

const DEFAULTS: PageSettings = {
  businessName: 'Invoice Desk',
  contactEmail: '',
  timeZone: DEFAULT_TIME_ZONE,
  payments: {},
  paymentMethods: [],
}

/** Falls back to the defaults, so a page without settings isn't blank. */
export const readPageSettings = (text: string | null | undefined): PageSettings => {
  try {
    const settings: PageSettings = { ...DEFAULTS, ...JSON.parse(text ?? '{}') }
    // An old browser may not know a new time zone.
    return isTimeZone(settings.timeZone) ? settings : { ...settings, timeZone: DEFAULT_TIME_ZONE }
  } catch {
    return DEFAULTS
  }
}

const isBrowser = typeof document !== 'undefined'

export const pageSettings = readPageSettings(
  isBrowser ? document.querySelector('#page-settings')?.textContent : undefined,
)

/** Required by the content security policy on style elements and, on the payment page, PayPal's inline scripts. */
export const pageNonce = (): string =>
  document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
