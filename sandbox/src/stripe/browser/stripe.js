// `window.Stripe`: what the product's page and Stripe's own packages use of Stripe.js.

import { openDialog } from '../../web/scripts/dialog.js'
import { dress, openFrame } from '../../web/scripts/page-side.js'
import { createCardElement, insideOf } from './card-element.js'

/** @typedef {ReturnType<typeof createCardElement>} CardElement */

/** @param {string} message */
const integrationError = (message) => {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}

/** @param {string} key @param {Record<string, any>} firstOptions */
const createElements = (key, firstOptions) => {
  let options = { ...firstOptions }
  /** @type {CardElement | undefined} */
  let card
  return {
    /** @param {string} type @param {Record<string, any>} [elementOptions] */
    create: (type, elementOptions = {}) => {
      if (type !== 'card')
        throw integrationError(`The sandbox has a card Element, but no ${type} Element.`)
      if (card)
        throw integrationError('Can only create one Element of type card through elements().')
      card = createCardElement(
        key,
        () => options.appearance?.theme,
        elementOptions,
        () => {
          card = undefined
        },
      )
      return card
    },
    /** @param {unknown} type */
    getElement: (type) => {
      const name = typeof type === 'string' ? type : /** @type {any} */ (type)?.__elementType
      return name === 'card' ? (card ?? null) : null
    },
    /** @param {Record<string, any>} change */
    update: (change) => {
      options = { ...options, ...change }
      if (card) insideOf(card).arrange()
    },
    submit: async () => ({}),
    fetchUpdates: async () => ({}),
  }
}

/** @param {any} answer @param {string} name @returns {Record<string, any>} */
const named = (answer, name) => (answer.error ? { error: answer.error } : { [name]: answer.object })

/** @param {string} key */
const createClient = (key) => {
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let controller
  /** @param {string} type @param {Record<string, unknown>} payload */
  const ask = (type, payload) => {
    if (!controller) {
      controller = openFrame('elements/controller', 'Stripe controller')
      controller.element.setAttribute('aria-hidden', 'true')
      controller.element.tabIndex = -1
      dress(controller.element, { display: 'none' })
      document.body.append(controller.element)
    }
    return controller.call(type, { key, ...payload })
  }
  /** @param {string} clientSecret */
  const retrieve = (clientSecret) => {
    if (typeof clientSecret !== 'string' || !clientSecret.includes('_secret_'))
      throw integrationError('Invalid value for clientSecret: value should be a client secret.')
    return ask('retrieve', { clientSecret })
  }

  /** The intent after the bank's question, if it asks one. @param {string} clientSecret @param {any} intent */
  const settle = async (clientSecret, intent) => {
    const action = intent.next_action
    if (intent.status !== 'requires_action' || !action) return { paymentIntent: intent }
    if (action.type === 'redirect_to_url') {
      window.location.assign(action.redirect_to_url.url)
      return new Promise(() => {})
    }
    const dialog = openDialog('Card authentication', 'Connecting to your bank…')
    await dialog.ask(
      `challenge/${intent.id}?client_secret=${encodeURIComponent(clientSecret)}&framed=yes`,
      'challenge-done',
    )
    dialog.close()
    const after = await retrieve(clientSecret)
    if (after.error) return { error: after.error }
    const { object } = after
    if (object.status !== 'requires_payment_method') return { paymentIntent: object }
    return { error: { ...failureOf(object), payment_intent: object } }
  }
  /** @param {string} clientSecret */
  const handleNextAction = async (clientSecret) => {
    const answer = await retrieve(clientSecret)
    return answer.error ? { error: answer.error } : settle(clientSecret, answer.object)
  }
  /** @param {any} data @param {any} [element] @param {any} [legacy] */
  const createPaymentMethod = async (data, element, legacy) => {
    // Three ways to say it: by type and element, by one object, by elements and params.
    const details = typeof data === 'string' ? { ...legacy, card: element } : data
    const card = details.card ?? details.elements?.getElement('card')
    const inside = card && insideOf(card)
    if (!inside)
      throw integrationError('Invalid value for createPaymentMethod: card should be an Element.')
    const { billing_details, metadata } = { ...details, ...details.params }
    return named(await inside.createPaymentMethod({ billing_details, metadata }), 'paymentMethod')
  }

  return {
    /** @param {Record<string, any>} [options] */
    elements: (options = {}) => createElements(key, options),
    createPaymentMethod,
    createToken: async () => ({
      error: {
        type: 'invalid_request_error',
        message: 'The sandbox makes payment methods, not tokens.',
      },
    }),
    /** @param {string} clientSecret @param {any} [data] @param {{ handleActions?: boolean }} [options] */
    confirmCardPayment: async (clientSecret, data = {}, { handleActions = true } = {}) => {
      const method = data.payment_method
      const made =
        typeof method === 'object' ? await createPaymentMethod({ ...method, type: 'card' }) : {}
      if (made.error) return made
      const methodId = typeof method === 'string' ? method : made.paymentMethod?.id
      const answer = await ask('confirm', { clientSecret, methodId, returnUrl: data.return_url })
      if (answer.error) return { error: answer.error }
      return handleActions ? settle(clientSecret, answer.object) : { paymentIntent: answer.object }
    },
    /** @param {{ clientSecret: string }} options */
    handleNextAction: ({ clientSecret }) => handleNextAction(clientSecret),
    handleCardAction: handleNextAction,
    /** @param {string} clientSecret */
    retrievePaymentIntent: async (clientSecret) =>
      named(await retrieve(clientSecret), 'paymentIntent'),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

/** The browser is told less than the server: what to try next. @param {any} intent */
const failureOf = ({ last_payment_error }) =>
  last_payment_error?.code === 'payment_intent_authentication_failure'
    ? {
        ...last_payment_error,
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      }
    : last_payment_error

/** @param {unknown} key */
const Stripe = (key) => {
  if (typeof key !== 'string' || key === '')
    throw integrationError('Missing value for Stripe(): apiKey should be a string.')
  if (key.startsWith('sk_'))
    throw integrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    )
  return createClient(key)
}
// The release that @stripe/stripe-js expects; another would make it warn.
Stripe.version = 'endive'
Object.assign(window, { Stripe })
