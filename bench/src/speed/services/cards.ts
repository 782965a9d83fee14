// A minimal Stripe for successful card payments. The intent's id contains its amount, so nothing is stored.

const startedAt = Date.now().toString(36)
let count = 0

export const createIntent = (form: URLSearchParams) => {
  count += 1
  const amount = Number(form.get('amount'))
  return {
    ...intentOf(`pi_${amount}x${startedAt}x${count}`, amount),
    status: 'requires_payment_method',
    description: form.get('description'),
    metadata: { attempt: form.get('metadata[attempt]') },
  }
}

export const confirmIntent = (id: string) => {
  const amount = Number.parseInt(id.slice('pi_'.length), 10)
  return {
    ...intentOf(id, amount),
    status: 'succeeded',
    amount_received: amount,
    latest_charge: {
      id: id.replace('pi_', 'ch_'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      disputed: false,
      status: 'succeeded',
    },
  }
}

const intentOf = (id: string, amount: number) => ({
  id,
  object: 'payment_intent',
  amount,
  amount_received: 0,
  currency: 'usd',
  client_secret: `${id}_secret_bench`,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  metadata: {},
})
