// A page that takes a card with Stripe's own packages, like the app's payment page.
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const settings = /** @type {any} */ (window).settings

const loadScript = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = settings.scriptUrl
    script.onload = resolve
    script.onerror = reject
    document.head.append(script)
  })

const Checkout = () => {
  const stripe = useStripe()
  const elements = useElements()
  const [state, setState] = useState('loading')
  const [change, setChange] = useState('')
  const [result, setResult] = useState('')
  const [dark, setDark] = useState(false)

  /** @param {import('react').FormEvent} event */
  const submit = async (event) => {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) return
    const { error, paymentMethod } = await stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: { name: 'Pat Payer', email: 'pat@customer.example' },
    })
    setResult(JSON.stringify(error ?? paymentMethod))
  }
  const authenticate = async () => {
    const clientSecret = new URLSearchParams(window.location.hash.slice(1)).get('secret') ?? ''
    setResult('')
    const answer = await stripe?.handleNextAction({ clientSecret })
    setResult(JSON.stringify(answer?.error ?? answer?.paymentIntent))
  }

  return createElement(
    'form',
    { onSubmit: submit },
    createElement(CardElement, {
      onReady: () => setState('ready'),
      onFocus: () => setState('focus'),
      onBlur: () => setState('blur'),
      onChange: (event) => setChange(JSON.stringify(event)),
      options: { style: { base: { fontSize: '16px', color: dark ? '#ffffff' : '#101010' } } },
    }),
    createElement('button', { type: 'submit' }, 'Pay'),
    createElement('button', { type: 'button', onClick: authenticate }, 'Authenticate'),
    createElement('button', { type: 'button', onClick: () => setDark(true) }, 'Dark'),
    createElement('output', { id: 'state' }, state),
    createElement('output', { id: 'change' }, change),
    createElement('output', { id: 'result' }, result),
  )
}

const stripe = loadScript().then(() => loadStripe(settings.key))
createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(
  createElement(StrictMode, null, createElement(Elements, { stripe }, createElement(Checkout))),
)
