// How a past payment is shown.
import { expect, it } from 'vitest'
import { methodLabel, readMemo } from './history-dialog.tsx'

it.each([
  ['stripe', 'CREDIT CARD', 'info'],
  ['credit_memo', 'CREDIT MEMO', 'positive'],
  ['paypal', 'PAYPAL', 'neutral'],
  ['Check', 'CHECK', 'neutral'],
  ['', 'OTHER', 'neutral'],
])('labels the method %s', (method, text, tone) => {
  expect(methodLabel(method)).toEqual({ text, tone })
})

it.each([
  ['Stripe payment (ID: pi_3Sample)', { text: 'Stripe payment', id: 'pi_3Sample' }],
  ['(ID: 8SX74120)', { text: '', id: '8SX74120' }],
  ['First half by check', { text: 'First half by check' }],
  ['No id here (ID: )', { text: 'No id here (ID: )' }],
  ['', { text: '' }],
])('splits the memo %j', (memo, read) => {
  expect(readMemo(memo)).toEqual(read)
})
