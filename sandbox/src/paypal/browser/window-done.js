// Tells the page around the payer's window how the payer left it.
const { payerId, error } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
window.parent.postMessage({ type: 'window-done', payerID: payerId, error }, '*')
