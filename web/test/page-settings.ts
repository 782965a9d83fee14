// What the server writes into a page, for pages in tests. Runs before the app's modules, which read it once.
import { BUSINESS, CONTACT } from '@invoice-desk/testing/people'

const settings = document.createElement('script')
settings.type = 'application/json'
settings.id = 'page-settings'
settings.textContent = JSON.stringify({
  businessName: BUSINESS,
  contactEmail: CONTACT,
  timeZone: 'America/New_York',
  payments: {},
  paymentMethods: [],
})
document.head.append(settings)

// As in main.tsx.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
