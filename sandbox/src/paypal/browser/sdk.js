// `window.paypal`: what the product's page and PayPal's own packages use of its script.
import { Buttons } from './buttons.js'
import { FUNDING, getFundingSources, isFundingEligible, listParameter } from './funding.js'

const { namespace = 'paypal' } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
// Only what was asked for, as with the real script: a forgotten component should be noticed.
const components = listParameter('components')
const has = (/** @type {string} */ name) => components.length === 0 || components.includes(name)

Object.assign(window, {
  [namespace]: {
    version: '5.0.0-sandbox',
    FUNDING,
    ...(has('buttons') && { Buttons }),
    ...(components.includes('funding-eligibility') && { getFundingSources, isFundingEligible }),
  },
})
