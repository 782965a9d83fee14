// The card element for the app's page: a frame to mount, and its events.
import { openFrame, setStyles } from '../../web/scripts/page-side.js'
import { createListeners } from './listeners.js'

/**
 * For each element, how Stripe.js itself creates a payment method from its card.
 * @type {WeakMap<object, (details: unknown) => Promise<any>>}
 */
export const methodMakers = new WeakMap()

/**
 * @param {string} key
 * @param {Record<string, any>} firstOptions
 * @param {() => void} onDestroy
 */
export const createCardElement = (key, firstOptions, onDestroy) => {
  let options = { ...firstOptions }
  let destroyed = false
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let frame
  /** @type {HTMLElement | undefined} */
  let holder
  const { emit, has, ...listening } = createListeners()
  /** @param {string} name @param {boolean} on */
  const mark = (name, on) => holder?.classList.toggle(`StripeElement--${name}`, on)
  const arrange = () => {
    const { style, disabled } = options
    return frame?.call('arrange', { key, style, disabled })
  }

  /** @param {any} message */
  const hear = async ({ type, height, ...event }) => {
    if (type === 'loaded') {
      await arrange()
      emit('ready')
    }
    if (type === 'resize' && frame) setStyles(frame.element, { height: `${height}px` })
    if (type === 'enter') frame?.element.closest('form')?.requestSubmit()
    if (type === 'change') {
      mark('complete', event.complete)
      mark('empty', event.empty)
      mark('invalid', event.error !== undefined)
    }
    if (type === 'focus' || type === 'blur') mark('focus', type === 'focus')
    if (type !== 'loaded' && has(type)) emit(type, event)
  }
  const unmount = () => {
    frame?.close()
    for (const name of ['complete', 'empty', 'invalid', 'focus']) mark(name, false)
    frame = undefined
    holder = undefined
  }

  const element = {
    /** @param {string | HTMLElement} target */
    mount: (target) => {
      if (destroyed)
        throw new Error('This Element has already been destroyed. Please create a new one.')
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!(found instanceof HTMLElement))
        throw new Error(
          `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
        )
      if (frame) unmount()
      holder = found
      holder.replaceChildren()
      holder.classList.add('StripeElement')
      mark('empty', true)
      frame = openFrame('elements/card', 'Secure card payment input frame', hear)
      // A frame is transparent only if its color scheme matches the page's.
      setStyles(frame.element, { ...FRAME_STYLES, 'color-scheme': 'light' })
      holder.append(frame.element)
    },
    unmount,
    destroy: () => {
      unmount()
      destroyed = true
      onDestroy()
    },
    /** @param {Record<string, any>} change */
    update: (change) => {
      options = { ...options, ...change }
      arrange()
    },
    focus: () => frame?.call('focus'),
    ...listening,
  }
  methodMakers.set(element, (details) => {
    if (!frame)
      throw new Error(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    return frame.call('createPaymentMethod', details)
  })
  return element
}

const FRAME_STYLES = {
  display: 'block',
  width: '100%',
  height: '1.2em',
  border: '0',
  margin: '0',
  padding: '0',
  background: 'transparent',
}
