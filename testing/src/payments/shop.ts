// The app in this process with new invoices in QuickBooks to pay, and the ledgers of all providers.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'
import {
  captureWalletPayment,
  completePayment,
  createCardPayment,
  createWalletOrder,
} from '@invoice-desk/contract/payments/payments'
import type { Dependencies } from '@invoice-desk/server/dependencies'
import { startJanitor } from '@invoice-desk/server/features/payments/attempt/janitor'
import { reviewText } from '@invoice-desk/server/features/payments/attempt/review-text'
import { findAttempt } from '@invoice-desk/server/features/payments/queries'
import { sql } from 'drizzle-orm'
import { INVOICE_DATE, invoiceFields } from '../quickbooks/books.ts'
import { type Company, openCompany } from '../quickbooks/company.ts'
import { askSandbox, setFault } from '../sandbox/control.ts'
import { waitFor } from '../wait-for.ts'
import {
  answerBank,
  answerWallet,
  captureBody,
  cardBody,
  orderBody,
  type PayableInvoice,
} from './requests.ts'

export type Found = PayableInvoice & { readonly qboId: string }
type Ledger = {
  quickbooks: Record<string, Record<string, unknown>[]>
  stripe: { paymentIntents: Record<string, unknown>[] }
  paypal: Record<'orders' | 'captures' | 'disputes' | 'events', Record<string, unknown>[]>
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Each requested invoice gets a new customer. */
export const openShop = async (env: Record<string, string> = {}) => {
  const company = await openCompany({ RATE_LIMIT_FACTOR: '1000', ...env })
  await company.startOver()
  const { desk } = company
  const query = async (statement: ReturnType<typeof sql>) =>
    (await desk.desk.dependencies.database.db.execute(statement)).rows as Record<string, unknown>[]

  const ledger = () => askSandbox<Ledger>(desk.sandbox, 'GET', '/state')
  const post = (path: string, body: Record<string, unknown>) =>
    askSandbox(desk.sandbox, 'POST', path, body)

  return {
    ...company,
    query,
    ledger,
    post,
    paymentFault: (
      provider: PaymentMethod,
      mode: string,
      match: string,
      times = 1,
      status?: number,
    ) => setFault(desk, { provider, mode, match, times, ...(status && { status }) }),
    invoice: async (amount: number, currency?: string) => {
      const [invoice] = await addInvoices(company, [amount], currency)
      if (!invoice) throw new Error('there is no invoice')
      return invoice
    },
    invoices: (...amounts: number[]) => addInvoices(company, amounts),
    /** Invoices of one customer, for $1 each. */
    invoicesNumbered: (numbers: readonly string[]) =>
      addInvoices(
        company,
        numbers.map(() => 1),
        'USD',
        numbers,
      ),
    ...attemptsOf(query, desk.desk.dependencies),
    /** Stripe's charges for the attempt. */
    chargesOf: async (attemptId: unknown) =>
      (await ledger()).stripe.paymentIntents.filter(
        ({ metadata, status }) =>
          (metadata as { attempt?: string }).attempt === attemptId && status === 'succeeded',
      ),
    balanceOf: async (qboId: string): Promise<unknown> =>
      (await ledger()).quickbooks.invoices?.find(({ Id }) => Id === qboId)?.Balance,
    /** The bookings whose memo contains this provider id. */
    bookingsOf: async (reference: unknown) =>
      ((await ledger()).quickbooks.payments ?? []).filter(({ PrivateNote }) =>
        String(PrivateNote).includes(`(ID: ${reference})`),
      ),
    pay: (invoices: readonly Found[], change: Record<string, unknown> = {}, key?: string) =>
      desk.call(createCardPayment.stripe, {
        body: { ...cardBody(invoices), ...change },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    order: (invoices: readonly Found[], change: Record<string, unknown> = {}, key?: string) =>
      desk.call(createWalletOrder, {
        body: { ...orderBody(invoices), ...change },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    capture: (orderId: string, invoices: readonly Found[]) =>
      desk.call(captureWalletPayment, { body: captureBody(orderId, invoices) }),
    complete: (paymentId: string) => desk.call(completePayment, { body: { paymentId } }),
    answerWindow: (orderId: string, choice: string) => answerWallet(desk, orderId, choice),
    answerBank: (clientSecret: string, choice: string) => answerBank(desk, clientSecret, choice),
  }
}

type Query = (statement: ReturnType<typeof sql>) => Promise<Record<string, unknown>[]>

/** Reads the newest attempt of an invoice, or waits for its state. */
const attemptsOf = (query: Query, dependencies: Dependencies) => {
  const attemptOf = async (number: string): Promise<Record<string, unknown> | undefined> => {
    const [row] = await query(
      sql`SELECT a.* FROM payment_attempt a JOIN payment_line l ON l.attempt_id = a.id WHERE l.invoice_number = ${number} ORDER BY a.created_at DESC`,
    )
    const attempt = row && (await findAttempt(dependencies.database.db, String(row.id)))
    return attempt && { ...row, review: reviewText(attempt) }
  }
  const expectState = async (number: string, state: string) => {
    const row = await attemptOf(number)
    if (row?.state !== state) throw new Error(`${number} is ${row?.state}, not ${state}`)
    return row
  }
  return {
    attemptOf,
    /** Waits until no webhook holds the attempt, because it would overwrite the change. */
    changeAttempt: (number: string, change: ReturnType<typeof sql>) =>
      waitFor(async () => {
        const id = String((await attemptOf(number))?.id)
        const changed = await query(
          sql`UPDATE payment_attempt SET ${change} WHERE id = ${id} AND claimed_until IS NULL RETURNING id`,
        )
        if (changed.length === 0) throw new Error(`the attempt on ${number} is claimed`)
      }),
    waitForState: (number: string, state: string) => waitFor(() => expectState(number, state)),
    /** Booked, and no longer claimed. */
    waitForBooked: (number: string) =>
      waitFor(async () => {
        const row = await expectState(number, 'booked')
        if (row.claimed_until !== null) throw new Error(`the attempt on ${number} is claimed`)
        return row
      }),
    /** Waits until earlier payments are booked, so that a QuickBooks fault hits the next one. */
    waitForBookings: () =>
      waitFor(async () => {
        const paid = await query(
          sql`SELECT id FROM payment_attempt WHERE state IN ('captured', 'booking')`,
        )
        if (paid.length > 0) throw new Error(`${paid.length} payments are not booked yet`)
      }),
    /**
     * Makes a janitor check the attempt now, repeatedly, because a webhook that holds it may postpone the next check. It
     * is one as another process would have: its first round is immediate, while the app's next may be ten seconds away.
     */
    waitForJanitor: async (number: string, state: string) => {
      await query(sql`UPDATE payment_attempt SET claimed_until = NULL`)
      return waitFor(
        async () => {
          await query(
            sql`UPDATE payment_attempt SET next_check_at = now() WHERE next_check_at > now() AND claimed_until IS NULL`,
          )
          const janitor = startJanitor(dependencies)
          try {
            return await waitFor(() => expectState(number, state), { withinMs: ROUND_MS })
          } finally {
            await janitor.stop()
          }
        },
        { withinMs: 40_000 },
      )
    },
  }
}

/** A round may take longer, because stopping the janitor waits for what it has begun. */
const ROUND_MS = 500

let numbers = 0

/** Invoices of one new customer, as a search shows them. */
const addInvoices = async (
  company: Company,
  amounts: readonly number[],
  currency = 'USD',
  ownNumbers: readonly string[] = [],
): Promise<Found[]> => {
  numbers += 1
  const group = numbers
  const customer = await company.write('customer', {
    DisplayName: `Customer ${group}`,
    CurrencyRef: { value: currency },
  })
  const made = []
  for (const [index, amount] of amounts.entries()) {
    const number = ownNumbers[index] ?? `P-${group}-${index + 1}`
    const fields = invoiceFields({ customer: customer.Id, number, amount })
    made.push({ qboId: (await company.write('invoice', fields)).Id, number })
  }
  const first = made[0]?.number ?? ''
  const answer = await company.desk.call(searchInvoice, {
    body: { invoiceNumber: first, date: INVOICE_DATE },
  })
  const shown = [answer.body.matchedInvoice, ...answer.body.relatedInvoices]
  return made.map(({ qboId, number }) => {
    const one = shown.find(({ invoiceNumber }) => invoiceNumber === number)
    return { id: one.id, number, qboId, amount: one.balance }
  })
}
