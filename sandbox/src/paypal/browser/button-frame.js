// The wallet button inside its frame: it only looks right and tells when it is pressed.
import { answerCalls, tell } from '../../web/scripts/frame-side.js'

const button = /** @type {HTMLButtonElement} */ (document.querySelector('button'))
const before = /** @type {HTMLElement} */ (document.querySelector('.before'))
const after = /** @type {HTMLElement} */ (document.querySelector('.after'))

/** @type {Record<string, readonly [before: string, after: string]>} */
const LABELS = {
  checkout: ['', 'Checkout'],
  buynow: ['Buy now with', ''],
  pay: ['Pay with', ''],
}

answerCalls({
  arrange: ({ label, color = 'gold', shape = 'rect', borderRadius }) => {
    const [left = '', right = ''] = LABELS[label] ?? []
    // With spaces, or someone who hears it hears one word.
    before.textContent = left && `${left} `
    after.textContent = right && ` ${right}`
    button.setAttribute('aria-label', [left, 'PayPal', right].filter(Boolean).join(' '))
    button.dataset.color = color
    button.dataset.shape = shape
    if (borderRadius !== undefined) button.style.borderRadius = `${Number(borderRadius)}px`
  },
  enable: () => button.setAttribute('aria-disabled', 'false'),
  // Still to be pressed: the page may want to say why it is not ready.
  disable: () => button.setAttribute('aria-disabled', 'true'),
  focus: () => button.focus(),
})
button.addEventListener('click', () => tell('press'))
tell('loaded')
