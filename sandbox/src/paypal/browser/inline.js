// PayPal's inline script and style, which a strict page allows only with the nonce that it passed on.

/**
 * Throws if the page's policy blocks either, as PayPal's button doesn't work without them.
 * @param {string} [nonce]
 */
export const addInline = (nonce = '') => {
  const root = document.documentElement
  const [script, style] = [document.createElement('script'), document.createElement('style')]
  script.textContent = 'document.documentElement.dataset.paypalInline = "yes"'
  style.textContent = ':root { --paypal-inline: yes }'
  for (const element of [script, style]) {
    element.nonce = nonce
    document.head.append(element)
  }
  const [ran, styled] = [root.dataset.paypalInline === 'yes', style.sheet !== null]
  delete root.dataset.paypalInline
  script.remove()
  style.remove()
  if (!ran || !styled) {
    const what = ran ? 'style' : 'script'
    throw new Error(`The page's security policy blocks PayPal's inline ${what}: data-csp-nonce`)
  }
}
