// Rate limits: forged IP addresses, attempts to lock an owner out, and bursts of calls.

import { sendVerification, verifyToken } from '@invoice-desk/contract/contractor/contractor'
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import {
  HUMAN_CHECK_PAY,
  HUMAN_CHECK_SEARCH,
  HUMAN_CHECK_VERIFY,
} from '@invoice-desk/contract/http/human-check'
import { createCardPayment } from '@invoice-desk/contract/payments/payments'
import { cardBody } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { linkIn, mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { RATE_LIMITS } from '../../../server/src/http/rate-limits.ts'
import { counted } from '../table.ts'
import { burst, CARDS_AT_ONCE } from './burst.ts'
import { describeLimits, type LimitResult, listExceeded } from './limit-result.ts'
import type { AbuseMeasurement } from './measurement.ts'

const WRONG_DATE = '2020-01-01'

export const limitsMeasurement: AbuseMeasurement = {
  name: 'limits',
  run: async ({ tries }) => {
    await using shop = await openShop({ RATE_LIMIT_FACTOR: '1' })
    const forged = await forgeAddresses(shop, tries)
    const locked = await lockOut(shop, tries)
    const bursts = await burst(shop, tries)
    return [
      {
        measurement: 'Forged IP addresses',
        setup: `${counted(tries)} searches, declined cards with passed human checks and verification emails from one address that forges a new one each time`,
        result: describeLimits(forged),
        problems: listExceeded(forged),
      },
      {
        measurement: 'Lockout',
        setup: `${counted(tries)} attempts by strangers on an invoice number, a customer and a mailbox, each from a different address`,
        result: `owners locked out or mailboxes flooded: ${locked.length}`,
        problems: locked,
      },
      {
        measurement: 'Burst',
        setup: `without human checks, all at once: ${counted(tries)} searches for one invoice number and ${counted(tries)} verification emails to one mailbox, each from a different address; ${CARDS_AT_ONCE} declined cards from one address`,
        result: describeLimits(bursts),
        problems: listExceeded(bursts),
      },
    ]
  },
}

type Limit = { readonly points: number; readonly seconds: number }

const forgeAddresses = async (shop: Shop, tries: number): Promise<LimitResult[]> => {
  const { desk } = shop
  const invoice = await oneInvoice(shop)
  const attack = async (
    what: string,
    limit: Limit,
    isThrough: (from: string, n: number) => Promise<boolean>,
  ): Promise<LimitResult> => {
    const began = Date.now()
    let count = 0
    for (let n = 0; n < tries; n += 1) {
      const from = `10.9.${(n >> 8) & 255}.${n & 255}, 2001:db8:5:5:${n.toString(16)}::1`
      if (await isThrough(from, n)) count += 1
    }
    const windows = Math.ceil((Date.now() - began) / 1_000 / limit.seconds)
    return { what, count, max: limit.points * windows }
  }
  return [
    await attack('searches', RATE_LIMITS.invoice_search, async (from, n) => {
      const body = { invoiceNumber: `FORGED-${n}`, date: WRONG_DATE }
      return (await desk.call(searchInvoice, { from, body })).status !== 429
    }),
    await attack('declined cards', RATE_LIMITS.payment_declines, async (from) => {
      const captchaToken = await passHumanCheck(desk, { action: HUMAN_CHECK_PAY })
      const paymentMethodId = 'pm_card_visa_chargeDeclined'
      const body = { ...cardBody([invoice]), paymentMethodId, captchaToken }
      const answer = await desk.call(createCardPayment.stripe, { from, body })
      return answer.body.code === 'payment_declined'
    }),
    await attack('emails', RATE_LIMITS.proof_verification_address, async (from, n) => {
      const body = { email: `forged${n}@vendor.example` }
      return (await desk.call(sendVerification, { from, body })).status === 200
    }),
  ]
}

/** Strangers try from different addresses; then the owner tries with a passed human check. */
const lockOut = async (shop: Shop, tries: number): Promise<string[]> => {
  const { desk } = shop
  const problems: string[] = []
  const invoice = await oneInvoice(shop)
  for (let n = 0; n < tries; n += 1) {
    const body = { invoiceNumber: invoice.number, date: WRONG_DATE }
    await desk.call(searchInvoice, { body })
    await shop.pay([invoice], { paymentMethodId: 'pm_nonsense' })
  }
  const found = await desk.call(searchInvoice, {
    body: {
      invoiceNumber: invoice.number,
      date: INVOICE_DATE,
      captchaToken: await passHumanCheck(desk, { action: HUMAN_CHECK_SEARCH }),
    },
  })
  if (found.status !== 200) problems.push(`the owner's search: ${JSON.stringify(found.body)}`)
  const captchaToken = await passHumanCheck(desk, { action: HUMAN_CHECK_PAY })
  const paid = await shop.pay([invoice], { captchaToken })
  if (paid.status !== 200) problems.push(`the owner's payment: ${JSON.stringify(paid.body)}`)
  return [...problems, ...(await floodMailbox(shop, tries))]
}

/** Strangers pass the human check, too. */
const floodMailbox = async ({ desk }: Shop, tries: number): Promise<string[]> => {
  const email = 'flooded@vendor.example'
  const spellings = new Set<string>()
  const problems: string[] = []
  for (let n = 0; n < tries; n += 1) {
    const captchaToken = await passHumanCheck(desk, { action: HUMAN_CHECK_VERIFY })
    const spelling = n % 2 === 0 ? email : `flooded+${n}@vendor.example`
    const body = { email: spelling, captchaToken }
    const { status } = await desk.call(sendVerification, { body })
    if (status !== 200) problems.push(`verification email ${n}: ${status}`)
    spellings.add(spelling)
  }
  const token = new URL(linkIn(await waitForMail(desk, email))).searchParams.get('token')
  const { status } = await desk.call(verifyToken, { body: { token } })
  if (status !== 200) problems.push(`the owner's link: ${status}`)
  const sent = await Promise.all([...spellings].map((each) => mailsTo(desk, each)))
  const mails = sent.flat().length
  if (mails > RATE_LIMITS.quiet_verification_mailbox.points) problems.push(`${mails} emails`)
  return problems
}

const oneInvoice = async (shop: Shop): Promise<Found> => {
  const [invoice] = await shop.invoices(10)
  if (!invoice) throw new Error('no invoice')
  return invoice
}
