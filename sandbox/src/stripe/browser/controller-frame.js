// The hidden frame through which the page's script asks about a payment, so that the page itself needs no access.
import { answerCalls, tell } from '../../web/scripts/frame-side.js'
import { callApi } from './api.js'

/** @param {string} clientSecret */
const idOf = (clientSecret) => clientSecret.split('_secret_')[0] ?? ''

answerCalls({
  retrieve: ({ key, clientSecret }) =>
    callApi(key, 'GET', `payment_intents/${encodeURIComponent(idOf(clientSecret))}`, {
      client_secret: clientSecret,
    }),
  confirm: ({ key, clientSecret, methodId, returnUrl }) =>
    callApi(key, 'POST', `payment_intents/${encodeURIComponent(idOf(clientSecret))}/confirm`, {
      client_secret: clientSecret,
      use_stripe_sdk: 'true',
      ...(methodId && { payment_method: methodId }),
      ...(returnUrl && { return_url: returnUrl }),
    }),
})
tell('loaded')
