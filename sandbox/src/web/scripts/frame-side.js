// A frame's end of the talk with the page around it.

/** Asked once: after a form inside the frame was sent, the referrer is the frame itself. */
const PAGE_ORIGIN = document.referrer === '' ? '*' : new URL(document.referrer).origin

/**
 * News for the page around this frame.
 * @param {string} type
 * @param {Record<string, unknown>} [data]
 */
export const tell = (type, data = {}) => window.parent.postMessage({ ...data, type }, PAGE_ORIGIN)

/**
 * Answers calls of the page around this frame, and of nobody else.
 * @param {Record<string, (payload: any) => unknown>} calls
 */
export const answerCalls = (calls) => {
  window.addEventListener('message', async ({ source, data }) => {
    if (source !== window.parent || typeof data?.type !== 'string') return
    const call = calls[data.type]
    if (!call) return
    const result = await call(data.payload)
    if (data.id !== undefined) tell('answer', { id: data.id, result })
  })
}
