// A payment whose outcome isn't known yet, stored in this tab so that a reload can finish it.
import {
  createCardPayment,
  createWalletOrder,
  type PaymentLine,
} from '@invoice-desk/contract/payments/payments'
import { z } from 'zod'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'
import { CARD_METHOD } from '../methods/card-field.ts'

const common = {
  /** The idempotency key: a request sent again with it is the same payment. */
  key: z.string(),
  /** Identifies the same invoices, amounts and payer after a new search. */
  content: z.string(),
  /** When the customer pressed Pay, in milliseconds. */
  startedAt: z.number().optional(),
  /** Set by the server's first answer. */
  paymentId: z.string().optional(),
}

const pendingPayment = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('card'), body: createCardPayment[CARD_METHOD].body }),
  z.object({
    ...common,
    kind: z.literal('wallet'),
    body: createWalletOrder.body,
    /** A capture was sent, and no answer says that it took nothing. */
    mayBeCaptured: z.boolean().optional(),
  }),
])
export type PendingPayment = z.infer<typeof pendingPayment>

const KINDS: Readonly<Record<string, string>> = { stripe: 'card', paypal: 'wallet' }

/** Earlier releases stored `method` and `begunAt`. A tab open during an upgrade must not forget its payment. */
const upgrade = (stored: { method?: string; begunAt?: number } | null): unknown =>
  stored?.method === undefined
    ? stored
    : { ...stored, kind: KINDS[stored.method], startedAt: stored.begunAt }

export type PendingCard = Extract<PendingPayment, { kind: 'card' }>
export type PendingWallet = Extract<PendingPayment, { kind: 'wallet' }>

/** A payment that the server has acknowledged. */
export type AcceptedPayment = PendingPayment & { readonly paymentId: string }

export const isAccepted = (payment: PendingPayment): payment is AcceptedPayment =>
  payment.paymentId !== undefined

/** A server that returns no payment ids can't be polled. */
export const hasId = ({ paymentId }: AcceptedPayment): boolean => paymentId !== ''

const KEY = 'invoice-desk.payment'

export type PaymentStore = ReturnType<typeof createPaymentStore>

export const createPaymentStore = (storage: BrowserStorage) => {
  // When storage is full or blocked, memory still keeps a second try from becoming a second payment.
  let memory: PendingPayment | undefined
  const read = (): PendingPayment | undefined => {
    if (memory) return memory
    try {
      memory = pendingPayment.parse(upgrade(JSON.parse(storage.getItem(KEY) ?? 'null')))
    } catch {
      memory = undefined
    }
    return memory
  }
  const save = (payment: PendingPayment) => {
    memory = payment
    try {
      storage.setItem(KEY, JSON.stringify(payment))
    } catch {
      // The payment stays in memory until the customer leaves the page.
    }
  }
  // An answer about an earlier payment may arrive while the next one is pending.
  const isStored = ({ key }: PendingPayment) => read()?.key === key
  return {
    read,
    save,
    update: (payment: PendingPayment) => {
      if (isStored(payment)) save(payment)
    },
    remove: (payment: PendingPayment) => {
      if (!isStored(payment)) return
      memory = undefined
      storage.removeItem(KEY)
    },
  }
}

export const paymentStore = createPaymentStore(openStorage(() => window.sessionStorage))

/** The same for the same invoices, amounts and payer. Leaves out invoice ids, which change with every search. */
export const contentOf = (lines: readonly PaymentLine[], payer: object): string =>
  JSON.stringify([lines.map(({ number, amount }) => [number, amount]), payer])
