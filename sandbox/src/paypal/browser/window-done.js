// Tells the page around the payer's window how it was left.
const { orderId, payerId, error } = /** @type {HTMLScriptElement} */ (document.currentScript)
  .dataset
const news = { type: 'window-done', orderID: orderId, payerID: payerId, error }
window.parent.postMessage(news, '*')
