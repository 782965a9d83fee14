import { documentTitle } from '@invoice-desk/contract/system/pages'
import { expect, it } from 'vitest'
import { readPageSettings } from './page-settings.ts'

it('reads the settings', () => {
  const settings = {
    businessName: 'H & F',
    contactEmail: 'a@b.example',
    timeZone: 'Asia/Tokyo',
    color: '#7b1fa2',
    logoUrl: '/brand/logo',
    sandboxUrl: 'http://s',
    humanCheck: { siteKey: 'k', scriptUrl: 'http://s/api.js' },
    payments: {
      stripe: { publicKey: 'pk_1', scriptUrl: 'http://s/stripe.js' },
      paypal: { publicKey: 'c', scriptUrl: 'http://s/sdk.js' },
    },
    paymentMethods: ['paypal'],
  }
  expect(readPageSettings(JSON.stringify(settings))).toEqual(settings)
})

it.each([undefined, '', '__PAGE_SETTINGS__', '{"timeZone":"Mars/Olympus"}'])(
  'uses defaults for: %s',
  (text) => {
    expect(readPageSettings(text)).toEqual({
      businessName: 'Invoice Desk',
      contactEmail: '',
      timeZone: 'America/New_York',
      payments: {},
      paymentMethods: [],
    })
  },
)

it('puts the page and the business in the title, and only the business on the home page', () => {
  expect(documentTitle('Accounts', 'H & F')).toBe('Accounts · H & F')
  expect(documentTitle('', 'H & F')).toBe('H & F')
})
