// A page of the sandbox over the product's page, which waits until it is answered.
import { dress, openFrame } from './page-side.js'

/**
 * @param {string} title
 * @param {string} waiting said until there is a page to show
 */
export const openDialog = (title, waiting) => {
  const dialog = document.createElement('dialog')
  const before = document.activeElement
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let frame
  const text = document.createElement('p')
  text.textContent = waiting
  dress(text, { ...BOX, height: 'auto', padding: '2rem', color: 'CanvasText' })
  dress(dialog, COVER)
  dialog.setAttribute('aria-label', title)
  // Only the buttons inside end it, as with the real ones.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.append(text)
  document.body.append(dialog)
  dialog.showModal()

  return {
    /**
     * The answer that the page in it gives: the first news of this type.
     * @param {string} path
     * @param {string} until
     * @returns {Promise<any>}
     */
    ask: (path, until) =>
      new Promise((resolve) => {
        frame?.close()
        frame = openFrame(path, title, (news) => news.type === until && resolve(news))
        dress(frame.element, BOX)
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
