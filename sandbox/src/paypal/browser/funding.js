// The ways to pay that PayPal knows, of which the sandbox has one: the wallet itself.

const SOURCES = [
  'paypal',
  'venmo',
  'applepay',
  'itau',
  'credit',
  'paylater',
  'card',
  'ideal',
  'sepa',
  'bancontact',
  'giropay',
  'eps',
  'mybank',
  'p24',
  'blik',
  'trustly',
  'oxxo',
  'boletobancario',
  'wechatpay',
  'mercadopago',
  'multibanco',
]

const parameters = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src)
  .searchParams
/** @param {string} name */
export const listParameter = (name) => (parameters.get(name) ?? '').split(',').filter(Boolean)

/** @type {Record<string, string>} */
export const FUNDING = Object.fromEntries(SOURCES.map((source) => [source.toUpperCase(), source]))

export const getFundingSources = () => [...SOURCES]

/** @param {string} source */
export const isFundingEligible = (source) =>
  source === 'paypal' && !listParameter('disable-funding').includes(source)
