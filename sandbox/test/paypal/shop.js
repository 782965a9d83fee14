// A page that takes a wallet payment with PayPal's own package, like the app's payment page.
import { PayPalButtons, PayPalScriptProvider } from '@paypal/react-paypal-js'
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const { settings } = /** @type {any} */ (window)
const order = () => new URLSearchParams(window.location.hash.slice(1))

const Checkout = () => {
  const [valid, setValid] = useState(false)
  const [log, setLog] = useState(/** @type {string[]} */ ([]))
  const note = (/** @type {string} */ text) => setLog((before) => [...before, text])

  return createElement(
    'main',
    null,
    createElement('button', { type: 'button', onClick: () => setValid(true) }, 'Fill in'),
    createElement(PayPalButtons, {
      disabled: !valid,
      style: { layout: 'vertical', color: 'gold', label: 'pay' },
      onInit: () => note('init'),
      onClick: () => note('click'),
      createOrder: async () => {
        const id = order().get('order')
        if (!id) throw new Error('No order today')
        note('create')
        return id
      },
      onApprove: async (data, actions) => {
        note(`approve ${data.orderID} ${data.payerID?.length}`)
        if (!window.location.hash.includes('restart')) return
        window.location.hash = window.location.hash.replace('restart', '')
        actions.restart()
      },
      onCancel: (data) => note(`cancel ${data.orderID}`),
      onError: (error) => note(`error ${error.message}`),
    }),
    createElement('output', { id: 'log' }, log.join(', ')),
  )
}

createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(
  createElement(
    StrictMode,
    null,
    createElement(
      PayPalScriptProvider,
      {
        options: {
          clientId: settings.clientId,
          currency: 'USD',
          intent: 'capture',
          components: 'buttons,funding-eligibility',
          disableFunding: 'card',
          sdkBaseUrl: settings.scriptUrl,
          ...(window.location.search === '' && { dataCspNonce: settings.nonce }),
        },
      },
      createElement(Checkout),
    ),
  ),
)
