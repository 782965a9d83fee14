// A payment whose end is not known yet, kept in this tab over reloads: its key, what was sent, its id.
import {
  createCardPayment,
  createWalletOrder,
  type PaymentLine,
} from '@invoice-desk/contract/payments'
import { z } from 'zod'
import { openShelf, type Shelf } from '../../../shared/shelf.ts'

const common = {
  /** Whatever is sent again under it is the same payment. */
  key: z.string(),
  /** What it is about, in words that a new search does not change. */
  content: z.string(),
  /** When the payer pressed the button, in milliseconds. */
  begunAt: z.number().optional(),
  /** Known as soon as the server has answered once. */
  paymentId: z.string().optional(),
}

const unfinished = z.discriminatedUnion('method', [
  z.object({ ...common, method: z.literal('stripe'), body: createCardPayment.body }),
  z.object({ ...common, method: z.literal('paypal'), body: createWalletOrder.body }),
])
export type Unfinished = z.infer<typeof unfinished>
export type UnfinishedCard = Extract<Unfinished, { method: 'stripe' }>
export type UnfinishedWallet = Extract<Unfinished, { method: 'paypal' }>

const KEY = 'invoice-desk.payment'

export type Kept = ReturnType<typeof createKept>

export const createKept = (shelf: Shelf) => {
  // A storage that is full or blocked must not make a second payment out of a second try.
  let memory: Unfinished | undefined
  const read = (): Unfinished | undefined => {
    if (memory) return memory
    try {
      memory = unfinished.parse(JSON.parse(shelf.getItem(KEY) ?? 'null'))
    } catch {
      memory = undefined
    }
    return memory
  }
  const keep = (payment: Unfinished) => {
    memory = payment
    try {
      shelf.setItem(KEY, JSON.stringify(payment))
    } catch {
      // It is still known until the page is left.
    }
  }
  // The answer about an old payment may come when the next one is under way.
  const isKept = ({ key }: Unfinished) => read()?.key === key
  return {
    read,
    keep,
    /** That one and no other. */
    update: (payment: Unfinished) => {
      if (isKept(payment)) keep(payment)
    },
    /** That one and no other. */
    forget: (payment: Unfinished) => {
      if (!isKept(payment)) return
      memory = undefined
      shelf.removeItem(KEY)
    },
  }
}

const open = () => createKept(openShelf(() => window.sessionStorage))
let opened: Kept | undefined

export const keptPayment = (): Kept => {
  opened ??= open()
  return opened
}

/** The same for the same invoices, amounts and payer; ids change with every search and are left out. */
export const contentOf = (lines: readonly PaymentLine[], payer: object): string =>
  JSON.stringify([lines.map(({ number, amount }) => [number, amount]), payer])

/** What it was to pay, for telling someone about it. */
export const amountOf = ({ body }: Unfinished): number =>
  body.invoices.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
