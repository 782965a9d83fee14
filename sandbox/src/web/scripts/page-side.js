// The page's side of the messages between it and a sandbox frame.

const script = /** @type {HTMLScriptElement} */ (document.currentScript)
export const BASE_URL = new URL('..', script.src).href
const ORIGIN = new URL(BASE_URL).origin

/**
 * Opens a frame that answers calls and sends messages.
 * @param {string} path
 * @param {string} title
 * @param {(message: any) => void} [onMessage]
 */
export const openFrame = (path, title, onMessage = () => {}) => {
  const element = document.createElement('iframe')
  element.src = new URL(path, BASE_URL).href
  element.title = title
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map()
  let lastId = 0
  const { promise: loaded, resolve: setLoaded } = Promise.withResolvers()

  /** @param {MessageEvent} event */
  const listen = ({ source, origin, data }) => {
    if (source !== element.contentWindow || origin !== ORIGIN) return
    if (data.type === 'loaded') setLoaded(undefined)
    if (data.type !== 'answer') return onMessage(data)
    waiting.get(data.id)?.(data.result)
    waiting.delete(data.id)
  }
  window.addEventListener('message', listen)

  return {
    element,
    /**
     * @param {string} type
     * @param {unknown} [payload]
     * @returns {Promise<any>}
     */
    call: async (type, payload) => {
      await loaded
      lastId += 1
      const id = lastId
      const answer = new Promise((resolve) => waiting.set(id, resolve))
      element.contentWindow?.postMessage({ id, type, payload }, ORIGIN)
      return answer
    },
    close: () => {
      window.removeEventListener('message', listen)
      element.remove()
    },
  }
}

/**
 * Sets styles one by one, because a strict page allows neither style attributes nor style elements.
 * @param {HTMLElement} element
 * @param {Record<string, string>} styles
 */
export const setStyles = (element, styles) => {
  for (const [name, value] of Object.entries(styles))
    element.style.setProperty(name, value, 'important')
}
