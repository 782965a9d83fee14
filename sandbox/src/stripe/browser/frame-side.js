// The frame's end of the talk with the page around it.

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

/**
 * @typedef {{ type: string, code?: string, message: string, payment_intent?: unknown }} StripeError
 * @typedef {{ error: StripeError } | { error?: undefined, object: Record<string, unknown> }} Answer
 */

/**
 * A call of the API with the publishable key.
 * @param {string} key
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {Record<string, string>} fields
 * @returns {Promise<Answer>}
 */
export const callApi = async (key, method, path, fields) => {
  const form = new URLSearchParams(fields)
  const url = `/stripe/v1/${path}${method === 'GET' ? `?${form}` : ''}`
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body: form }),
    })
    const body = await response.json()
    return body.error ? { error: body.error } : { object: body }
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
      },
    }
  }
}

/**
 * `{a: {b: 1}}` as `{'a[b]': '1'}`; what is not there is left out.
 * @param {unknown} value
 * @param {string} [name]
 * @returns {Record<string, string>}
 */
export const flatten = (value, name = '') => {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') return { [name]: String(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, below]) => flatten(below, name ? `${name}[${key}]` : key)),
  )
}
