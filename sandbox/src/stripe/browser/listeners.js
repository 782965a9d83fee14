// Event listeners of the card field.

/** @typedef {(event: any) => void} Listener */

const EVENTS = ['ready', 'change', 'focus', 'blur', 'escape']

export const createListeners = () => {
  /** @type {Map<string, Set<Listener>>} */
  const listeners = new Map(EVENTS.map((name) => [name, new Set()]))

  /** @param {string} name @param {Listener} listener */
  const on = (name, listener) => void listeners.get(name)?.add(listener)
  /** @param {string} name @param {Listener} [listener] */
  const off = (name, listener) => {
    if (listener) listeners.get(name)?.delete(listener)
    else listeners.get(name)?.clear()
  }

  return {
    on,
    off,
    /** @param {string} name */
    has: (name) => listeners.has(name),
    /** @param {string} name @param {Record<string, unknown>} [event] */
    emit: (name, event = {}) => {
      for (const listener of [...(listeners.get(name) ?? [])])
        listener({ elementType: 'card', ...event })
    },
  }
}
