// A modal dialog with a sandbox page over the app's page.
import { openFrame, setStyles } from './page-side.js'

/**
 * @param {string} title
 * @param {string} waiting shown until the page opens
 */
export const openDialog = (title, waiting) => {
  const dialog = document.createElement('dialog')
  const before = document.activeElement
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let frame
  const text = document.createElement('p')
  text.textContent = waiting
  setStyles(text, { ...BOX, height: 'auto', padding: '2rem', color: 'CanvasText' })
  setStyles(dialog, COVER)
  dialog.setAttribute('aria-label', title)
  // As in the real dialogs, only the buttons inside close it, not Escape.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.append(text)
  document.body.append(dialog)
  dialog.showModal()

  return {
    /**
     * Opens a page and resolves with its first message of type `until`.
     * @param {string} path
     * @param {string} until
     * @returns {Promise<any>}
     */
    ask: (path, until) =>
      new Promise((resolve) => {
        frame?.close()
        frame = openFrame(path, title, (message) => message.type === until && resolve(message))
        setStyles(frame.element, BOX)
        dialog.replaceChildren(frame.element)
        frame.element.focus()
      }),
    close: () => {
      frame?.close()
      dialog.close()
      dialog.remove()
      if (before instanceof HTMLElement) before.focus()
    },
  }
}

const COVER = {
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
}

const BOX = {
  display: 'block',
  width: '100%',
  'max-width': '32rem',
  height: '38rem',
  'max-height': '92dvh',
  margin: '4dvh auto 0',
  border: '0',
  'box-sizing': 'border-box',
  'border-radius': '12px',
  background: 'Canvas',
}
