// `window.Stripe`, as far as the app's page and Stripe's React package use it.
import { openDialog } from '../../web/scripts/dialog.js'
import { openFrame, setStyles } from '../../web/scripts/page-side.js'
import { createCardElement, methodMakers } from './card-element.js'

/** @param {string} message */
const integrationError = (message) =>
  Object.assign(new Error(message), { name: 'IntegrationError' })

/** @param {string} key */
const createElements = (key) => {
  /** @type {ReturnType<typeof createCardElement> | undefined} */
  let card
  return {
    /** @param {string} type @param {Record<string, any>} [options] */
    create: (type, options = {}) => {
      if (type !== 'card')
        throw integrationError(`The sandbox has a card Element, but no ${type} Element.`)
      if (card)
        throw integrationError('Can only create one Element of type card through elements().')
      card = createCardElement(key, options, () => {
        card = undefined
      })
      return card
    },
    /** @param {unknown} type */
    getElement: (type) => {
      const name = typeof type === 'string' ? type : /** @type {any} */ (type)?.__elementType
      return name === 'card' ? (card ?? null) : null
    },
    update: () => {},
  }
}

/** @param {string} key */
const createClient = (key) => {
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let controller
  /** @param {string} clientSecret */
  const retrieve = (clientSecret) => {
    if (typeof clientSecret !== 'string' || !clientSecret.includes('_secret_'))
      throw integrationError('Invalid value for clientSecret: value should be a client secret.')
    if (!controller) {
      controller = openFrame('elements/controller', 'Stripe controller')
      controller.element.setAttribute('aria-hidden', 'true')
      controller.element.tabIndex = -1
      setStyles(controller.element, { display: 'none' })
      document.body.append(controller.element)
    }
    return controller.call('retrieve', { key, clientSecret })
  }

  /** @param {{ clientSecret: string }} options */
  const handleNextAction = async ({ clientSecret }) => {
    const before = await retrieve(clientSecret)
    if (before.error) return { error: before.error }
    if (before.object.status !== 'requires_action') return { paymentIntent: before.object }
    const dialog = openDialog('Card authentication', 'Connecting to your bank…')
    await dialog.ask(
      `challenge/${before.object.id}?client_secret=${encodeURIComponent(clientSecret)}`,
      'challenge-done',
    )
    dialog.close()
    const { error, object } = await retrieve(clientSecret)
    if (error) return { error }
    if (object.status !== 'requires_payment_method') return { paymentIntent: object }
    return { error: { ...failureOf(object), payment_intent: object } }
  }

  return {
    elements: () => createElements(key),
    /** @param {{ card: object, billing_details?: object, metadata?: object }} details */
    createPaymentMethod: async ({ card, billing_details, metadata }) => {
      const makeMethod = methodMakers.get(card)
      if (!makeMethod)
        throw integrationError('Invalid value for createPaymentMethod: card should be an Element.')
      const { error, object } = await makeMethod({ billing_details, metadata })
      return error ? { error } : { paymentMethod: object }
    },
    handleNextAction,
    // Stripe's React package checks that these exist.
    createToken: notSupported,
    confirmCardPayment: notSupported,
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

const notSupported = async () => ({
  error: { type: 'invalid_request_error', message: "The sandbox doesn't support this call." },
})

/** Browsers get a different message from servers. @param {any} intent */
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
// The release that @stripe/stripe-js expects; it warns about any other.
Stripe.version = 'endive'
Object.assign(window, { Stripe })
