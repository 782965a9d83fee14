// API calls from inside a frame, with the publishable key.

/**
 * @typedef {{ type: string, code?: string, message: string, payment_intent?: unknown }} StripeError
 * @typedef {{ error: StripeError } | { error?: undefined, object: Record<string, unknown> }} Answer
 */

/**
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
 * Turns `{a: {b: 1}}` into `{'a[b]': '1'}` and leaves out undefined values.
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
