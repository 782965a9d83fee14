// `paypal.Buttons`: the PayPal button for the app's page.
import { openFrame, setStyles } from '../../web/scripts/page-side.js'
import { runCheckout } from './checkout.js'
import { addInline } from './inline.js'

const HEIGHT_DEFAULT = 45
const { cspNonce } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset

/** @param {any} [firstOptions] */
export const Buttons = (firstOptions = {}) => {
  let options = firstOptions
  let enabled = true
  let running = false
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let frame

  const press = async () => {
    if (running) return
    running = true
    try {
      await runCheckout(options, enabled)
    } finally {
      running = false
    }
  }
  /** @param {boolean} on */
  const setEnabled = async (on) => {
    enabled = on
    await frame?.call(on ? 'enable' : 'disable')
  }
  /** @param {HTMLElement} holder */
  const show = (holder) =>
    new Promise((resolve) => {
      frame = openFrame('button', 'PayPal', async ({ type }) => {
        if (type === 'press') press()
        if (type !== 'loaded') return
        await frame?.call('arrange', { ...options.style })
        options.onInit?.(
          { correlationID: 'sandbox' },
          { enable: () => setEnabled(true), disable: () => setEnabled(false) },
        )
        resolve(undefined)
      })
      const height = Math.min(55, Math.max(25, options.style?.height ?? HEIGHT_DEFAULT))
      setStyles(frame.element, {
        display: 'block',
        width: '100%',
        'max-width': '750px',
        height: `${height}px`,
        border: '0',
        'color-scheme': 'light',
      })
      holder.append(frame.element)
    })

  return {
    isEligible: () => true,
    /** @param {string | HTMLElement} target */
    render: async (target) => {
      const holder = typeof target === 'string' ? document.querySelector(target) : target
      if (!(holder instanceof HTMLElement))
        throw new Error(`Document is ready and element ${target} does not exist`)
      addInline(cspNonce)
      await show(holder)
    },
    close: async () => {
      frame?.close()
      frame = undefined
    },
    /** @param {any} change */
    updateProps: async (change) => {
      options = { ...options, ...change }
    },
  }
}
