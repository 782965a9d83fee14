// A frame's side of the messages between it and the page around it.

/** Read once, because after a form is submitted in the frame the referrer is the frame itself. */
const PAGE_ORIGIN = document.referrer === '' ? '*' : new URL(document.referrer).origin

/**
 * Sends a message to the page around this frame.
 * @param {string} type
 * @param {Record<string, unknown>} [data]
 */
export const sendToPage = (type, data = {}) =>
  window.parent.postMessage({ ...data, type }, PAGE_ORIGIN)

/**
 * Answers calls from the page around this frame, and ignores all others.
 * @param {Record<string, (payload: any) => unknown>} calls
 */
export const answerCalls = (calls) => {
  window.addEventListener('message', async ({ source, data }) => {
    if (source !== window.parent || typeof data?.type !== 'string') return
    const call = calls[data.type]
    if (!call) return
    const result = await call(data.payload)
    if (data.id !== undefined) sendToPage('answer', { id: data.id, result })
  })
}
