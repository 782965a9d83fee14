// What the server writes into a page, for pages in tests. Runs before the app's modules, which read it once.
import { BUSINESS, CONTACT } from '@invoice-desk/testing/people'
import { CARD_SCRIPT_URL } from './payments/card-service.ts'
import { WALLET_SCRIPT_URL } from './payments/wallet-service.ts'

/** The comment swallows the query that the loader adds. */
const HUMAN_CHECK =
  "globalThis.grecaptcha = { ready: (done) => done(), execute: async () => 'human' } //"

const settings = document.createElement('script')
settings.type = 'application/json'
settings.id = 'page-settings'
settings.textContent = JSON.stringify({
  businessName: BUSINESS,
  contactEmail: CONTACT,
  timeZone: 'America/New_York',
  humanCheck: {
    siteKey: 'site-key',
    scriptUrl: `data:text/javascript,${encodeURIComponent(HUMAN_CHECK)}`,
  },
  payments: {
    stripe: { publicKey: 'pk_page', scriptUrl: CARD_SCRIPT_URL },
    paypal: { publicKey: 'client-id', scriptUrl: WALLET_SCRIPT_URL },
  },
  paymentMethods: ['stripe', 'paypal'],
})
document.head.append(settings)

// As in main.tsx.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
