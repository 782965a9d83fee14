// Tells the page around the payer's window how it was left.
const { orderId, payerId } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset
window.parent.postMessage({ type: 'window-done', orderID: orderId, payerID: payerId }, '*')
