// `window.paypal`, as far as the app's page and PayPal's React package use it.
import { Buttons } from './buttons.js'

const sdkScript = /** @type {HTMLScriptElement} */ (document.currentScript)
const { namespace = 'paypal' } = sdkScript.dataset
// Only the requested components, so a page that forgets to request one fails here too.
const components = new URL(sdkScript.src).searchParams.get('components') ?? 'buttons'
const paypal = components.split(',').includes('buttons') ? { Buttons } : {}

Object.assign(window, { [namespace]: { version: '5.0.0-sandbox', ...paypal } })
