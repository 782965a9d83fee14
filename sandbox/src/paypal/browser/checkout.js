// One checkout: from the click on the button, through the payer's window, to the page's callbacks.
import { openDialog } from '../../web/scripts/dialog.js'

/** @param {unknown} reason */
const errorOf = (reason) => (reason instanceof Error ? reason : new Error(String(reason)))

/**
 * The page can refuse a click by the action or by throwing.
 * @param {any} options
 * @param {boolean} enabled
 */
const clickAllowed = async ({ onClick }, enabled) => {
  let refused = false
  const actions = {
    resolve: async () => {},
    reject: async () => {
      refused = true
    },
  }
  await onClick?.({ fundingSource: 'paypal' }, actions)
  return enabled && !refused
}

/** @param {any} options */
const createOrder = async (options) => {
  if (typeof options.createOrder !== 'function')
    throw new Error('Expected createOrder to be a function.')
  const orderID = await options.createOrder({ paymentSource: 'paypal' }, {})
  if (typeof orderID !== 'string' || orderID === '')
    throw new Error('Expected an order id to be passed')
  return orderID
}

/**
 * Shows the window again each time the page calls `restart`.
 * @param {any} options
 * @param {string} orderID
 * @param {ReturnType<typeof openDialog>} dialog
 */
const askPayer = async (options, orderID, dialog) => {
  const answer = await dialog.ask(
    `checkoutnow?token=${encodeURIComponent(orderID)}&framed=yes`,
    'window-done',
  )
  dialog.close()
  if (answer.error) throw new Error(answer.error)
  if (!answer.payerID) {
    await options.onCancel?.({ orderID }, {})
    return
  }
  /** @type {Promise<void> | undefined} */
  let again
  const actions = {
    restart: () => {
      again = askPayer(options, orderID, openDialog('PayPal checkout', 'Connecting to PayPal…'))
      return again
    },
  }
  await options.onApprove?.(
    {
      orderID,
      payerID: answer.payerID,
      paymentID: null,
      facilitatorAccessToken: '',
      paymentSource: 'paypal',
    },
    actions,
  )
  await again
}

/**
 * @param {any} options
 * @param {boolean} enabled
 */
export const runCheckout = async (options, enabled) => {
  /** @type {ReturnType<typeof openDialog> | undefined} */
  let dialog
  try {
    if (!(await clickAllowed(options, enabled))) return
    dialog = openDialog('PayPal checkout', 'Connecting to PayPal…')
    await askPayer(options, await createOrder(options), dialog)
  } catch (reason) {
    dialog?.close()
    if (typeof options.onError === 'function') options.onError(errorOf(reason))
    else throw errorOf(reason)
  }
}
