// Request bodies of payments, and the payer's answers to the bank and the wallet.
import type { SandboxSite } from '../sandbox/control.ts'

export const VISA = 'pm_card_visa'
export const CHALLENGED = 'pm_card_authenticationRequired'

/** An open invoice as a search shows it. */
export type PayableInvoice = {
  readonly id: string
  readonly number: string
  readonly amount: number
}

const PAYER = { company: 'Aspen Ridge Dental', email: 'pat@payer.example' }

const linesOf = (invoices: readonly PayableInvoice[]) =>
  invoices.map(({ id, number, amount }) => ({ id, number, amount }))

const totalOf = (invoices: readonly PayableInvoice[]): number =>
  Math.round(invoices.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100

/** Pays all of these invoices by card. */
export const cardBody = (invoices: readonly PayableInvoice[], payer = PAYER) => ({
  paymentMethodId: VISA,
  invoices: linesOf(invoices),
  amount: totalOf(invoices),
  companyName: payer.company,
  payerName: 'Pat Payer',
  email: payer.email,
  invoiceNumbers: invoices.map(({ number }) => number).join(', '),
})

/** Pays through the wallet. */
export const orderBody = (invoices: readonly PayableInvoice[], payer = PAYER) => ({
  invoices: linesOf(invoices),
  payer: {
    name: { given_name: 'Pat', surname: 'Payer' },
    email_address: payer.email,
    company_name: payer.company,
  },
})

export const captureBody = (orderId: string, invoices: readonly PayableInvoice[]) => ({
  orderId,
  invoices: linesOf(invoices),
})

type HasSandbox = { readonly sandbox: Pick<SandboxSite, 'url'> }

/** Answers in the wallet's window. */
export const answerWallet = ({ sandbox }: HasSandbox, orderId: string, choice: string) =>
  fetch(`${sandbox.url}/paypal/checkoutnow?token=${orderId}&framed=yes`, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  })

/** Answers the bank's challenge. */
export const answerBank = ({ sandbox }: HasSandbox, clientSecret: string, choice: string) => {
  const [intent] = clientSecret.split('_secret')
  const page = `${sandbox.url}/stripe/challenge/${intent}?client_secret=${clientSecret}&framed=yes`
  const body = new URLSearchParams({ choice })
  return fetch(page, { method: 'POST', body, redirect: 'manual' })
}
