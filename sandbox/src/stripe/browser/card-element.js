// The card field as the page's script sees it: a frame to mount, and events.

import { dress, openFrame } from '../../web/scripts/page-side.js'
import { createListeners } from './listeners.js'

/** By element, what only the script itself may do with it. */
const insides = new WeakMap()

/** @param {object} element */
export const insideOf = (element) => insides.get(element)

/**
 * @param {string} key
 * @param {() => string | undefined} theme
 * @param {Record<string, any>} firstOptions
 * @param {() => void} onDestroy
 */
export const createCardElement = (key, theme, firstOptions, onDestroy) => {
  let options = { ...firstOptions }
  let destroyed = false
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let frame
  /** @type {HTMLElement | undefined} */
  let holder
  const { emit, has, ...listening } = createListeners()
  /** @param {string} name @param {boolean} on */
  const mark = (name, on) =>
    holder?.classList.toggle(options.classes?.[name] ?? `StripeElement--${name}`, on)
  const arrange = () =>
    frame?.call('arrange', { key, theme: theme() ?? 'light', options: plain(options) })

  /** @param {any} news */
  const hear = async ({ type, height, ...event }) => {
    if (type === 'loaded') {
      await arrange()
      emit('ready')
    }
    if (type === 'resize' && frame) dress(frame.element, { height: `${height}px` })
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
      holder.classList.add(options.classes?.base ?? 'StripeElement')
      mark('empty', true)
      frame = openFrame('elements/card', 'Secure card payment input frame', hear)
      // Transparent only while the frame and the page around it agree on the colour scheme.
      dress(frame.element, { ...FRAME_STYLES, 'color-scheme': 'light' })
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
    blur: () => frame?.call('blur'),
    clear: () => frame?.call('clear'),
    ...listening,
  }
  insides.set(element, {
    arrange,
    createPaymentMethod: (/** @type {unknown} */ details) => {
      if (!frame)
        throw new Error(
          'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        )
      return frame.call('createPaymentMethod', details)
    },
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

/** What can cross into the frame: no functions. @param {object} options */
const plain = (options) => JSON.parse(JSON.stringify(options))
