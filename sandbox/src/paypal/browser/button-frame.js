// The PayPal button inside its frame; it only reports clicks.
import { answerCalls, sendToPage } from '../../web/scripts/frame-side.js'

const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'))
const before = /** @type {HTMLElement} */ (document.querySelector('.before'))

answerCalls({
  arrange: ({ label }) => {
    if (label !== 'pay') return
    // The space keeps screen readers from reading one long word.
    before.textContent = 'Pay with '
    button.setAttribute('aria-label', 'Pay with PayPal')
  },
  enable: () => button.setAttribute('aria-disabled', 'false'),
  // A disabled button can still be clicked, so the page can say what's missing.
  disable: () => button.setAttribute('aria-disabled', 'true'),
})
button.addEventListener('click', () => sendToPage('press'))
sendToPage('loaded')
