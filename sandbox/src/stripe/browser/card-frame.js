// The card field inside its frame. What the payer types stays here; the page learns only whether it's complete.
import { answerCalls, sendToPage } from '../../web/scripts/frame-side.js'
import { callApi, flatten } from './api.js'
import {
  formatCvcInput,
  formatExpiryInput,
  formatNumberInput,
  formatPostalInput,
  stepOverGap,
} from './card-inputs.js'
import { checkCvc, checkExpiry, checkNumber, checkPostal, digitsOf, rulesOf } from './card-rules.js'
import { applyStyle } from './card-style.js'

/** @typedef {'number' | 'expiry' | 'cvc' | 'postal'} FieldName */

/** @param {string} selector @returns {any} */
const get = (selector) => document.querySelector(selector)

/** @type {Record<FieldName, HTMLInputElement>} */
const inputs = {
  number: get('[name=cardnumber]'),
  expiry: get('[name=exp-date]'),
  cvc: get('[name=cvc]'),
  postal: get('[name=postal]'),
}
const form = get('form')
/** @type {FieldName[]} */
const ORDER = ['number', 'expiry', 'cvc', 'postal']
/** Fields that the payer has left; only these are reported as incomplete. */
const left = new Set()
let apiKey = ''

/** @param {FieldName} name */
const verdictOf = (name) => {
  const { value } = inputs[name]
  if (name === 'number') return checkNumber(value)
  if (name === 'expiry') return checkExpiry(value)
  return name === 'cvc' ? checkCvc(value, inputs.number.value) : checkPostal(value.trim())
}

/** @param {FieldName} name */
const errorOf = (name) => {
  const { error } = verdictOf(name)
  if (!error) return undefined
  if (error.code.startsWith('incomplete') && !left.has(name)) return undefined
  return inputs[name].value === '' && !left.has(name) ? undefined : error
}

const firstError = () => ORDER.map(errorOf).find((error) => error !== undefined)

const report = () => {
  const { brand } = rulesOf(digitsOf(inputs.number.value))
  const error = firstError()
  for (const name of ORDER) {
    const wrong = errorOf(name) !== undefined
    inputs[name].classList.toggle('invalid', wrong)
    inputs[name].setAttribute('aria-invalid', String(wrong))
    inputs[name].classList.toggle('complete', verdictOf(name).complete)
  }
  form.dataset.brand = brand
  form.classList.toggle('invalid', error !== undefined)
  get('.last4').textContent = digitsOf(inputs.number.value).slice(-4)
  inputs.cvc.placeholder = brand === 'amex' ? 'CVV' : 'CVC'
  sendToPage('change', {
    empty: ORDER.every((name) => inputs[name].value === ''),
    complete: ORDER.every((name) => verdictOf(name).complete),
    error: error && { ...error, type: 'validation_error' },
    brand,
    value: { postalCode: inputs.postal.value.trim() },
  })
}

/** @param {FieldName} name @param {number} step */
const moveFrom = (name, step) => {
  const next = ORDER[ORDER.indexOf(name) + step]
  if (next) inputs[next].focus()
}

/** @param {FieldName} name @param {boolean} removing */
const typed = (name, removing) => {
  const input = inputs[name]
  if (name === 'number') formatNumberInput(input)
  if (name === 'expiry') formatExpiryInput(input, removing)
  if (name === 'cvc') formatCvcInput(input, inputs.number.value)
  if (name === 'postal') formatPostalInput(input)
  left.delete(name)
  report()
  const atEnd = input.selectionStart === input.value.length
  const done = name !== 'postal' && verdictOf(name).complete
  if (done && atEnd && !removing && document.activeElement === input) moveFrom(name, 1)
}

/** @param {FieldName} name @param {KeyboardEvent} event */
const pressed = (name, event) => {
  const input = inputs[name]
  if (event.key === 'Escape') sendToPage('escape')
  if (event.key !== 'Backspace') return
  if (input.value === '') {
    event.preventDefault()
    moveFrom(name, -1)
    return
  }
  const position = stepOverGap(input)
  if (position !== undefined) input.setSelectionRange(position, position)
}

let focused = false
/** @param {boolean} now */
const setFocused = (now) => {
  if (now !== focused) sendToPage(now ? 'focus' : 'blur')
  focused = now
}

for (const name of ORDER) {
  const input = inputs[name]
  input.addEventListener('input', (event) =>
    typed(name, event instanceof InputEvent && event.inputType.startsWith('delete')),
  )
  input.addEventListener('keydown', (event) => pressed(name, event))
  input.addEventListener('focus', () => {
    form.dataset.at = name
    setFocused(true)
  })
  input.addEventListener('blur', () => {
    if (input.value !== '') left.add(name)
    // To the page this is one field: moving between its inputs isn't leaving it.
    setTimeout(() => setFocused(document.hasFocus() && form.contains(document.activeElement)))
    report()
  })
}
get('.last4').addEventListener('click', () => inputs.number.focus())
form.addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault()
  sendToPage('enter')
})

/** @param {{ key: string, style?: Record<string, any>, disabled?: boolean }} options */
const arrange = ({ key, style = {}, disabled = false }) => {
  apiKey = key
  applyStyle(style, document.documentElement)
  for (const name of ORDER) inputs[name].disabled = disabled
  sendToPage('resize', { height: Math.ceil(form.getBoundingClientRect().height) })
}

/** @param {Record<string, any>} details */
const createPaymentMethod = async (details) => {
  for (const name of ORDER) left.add(name)
  report()
  const error = firstError()
  if (error) return { error: { ...error, type: 'validation_error' } }
  const [month = '', year = ''] = inputs.expiry.value.split(' / ')
  const postal_code = inputs.postal.value.trim() || undefined
  const { address, ...billing } = details.billing_details ?? {}
  return callApi(apiKey, 'POST', 'payment_methods', {
    ...flatten({
      type: 'card',
      metadata: details.metadata,
      billing_details: { ...billing, address: { postal_code, ...address } },
    }),
    'card[number]': digitsOf(inputs.number.value),
    'card[exp_month]': month,
    'card[exp_year]': `20${year}`,
    'card[cvc]': inputs.cvc.value,
    payment_user_agent: 'stripe.js/sandbox; card-element',
  })
}

answerCalls({
  arrange,
  createPaymentMethod,
  focus: () =>
    (ORDER.map((name) => inputs[name]).find(({ value }) => value === '') ?? inputs.number).focus(),
})
// Formats what the payer typed before this script ran.
for (const name of ORDER) if (inputs[name].value !== '') typed(name, false)
sendToPage('loaded')
