// A page of the sandbox over the product's page, which waits until it is answered.
import { dress, openFrame } from './page-side.js'

/**
 * Resolves once the page in it says `until`.
 * @param {string} path
 * @param {string} title
 * @param {string} until
 * @returns {Promise<void>}
 */
export const showDialog = (path, title, until) =>
  new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    const before = document.activeElement
    const frame = openFrame(path, title, ({ type }) => {
      if (type !== until) return
      frame.close()
      dialog.close()
      dialog.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve()
    })
    dress(dialog, {
      width: '100vw',
      height: '100dvh',
      'max-width': 'none',
      'max-height': 'none',
      margin: '0',
      padding: '1rem',
      border: '0',
      'box-sizing': 'border-box',
      background: 'rgb(10 20 25 / 60%)',
      overflow: 'auto',
    })
    dress(frame.element, {
      display: 'block',
      width: '100%',
      'max-width': '32rem',
      height: '30rem',
      'max-height': '100%',
      margin: '4dvh auto 0',
      border: '0',
      'border-radius': '12px',
      background: 'Canvas',
    })
    dialog.setAttribute('aria-label', title)
    // Only the buttons inside end it, as with the real one.
    dialog.addEventListener('cancel', (event) => event.preventDefault())
    dialog.append(frame.element)
    document.body.append(dialog)
    dialog.showModal()
    frame.element.focus()
  })
