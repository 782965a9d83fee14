// What PayPal's webhooks say: which payment they are about, and how they are signed.
import { z } from 'zod'

/** Where to look for what an event is about: our name for the order, or the ids of captures. */
export type WalletEvent = {
  readonly id: string
  readonly attemptId: string | undefined
  readonly captureIds: readonly string[]
}

const named = z.object({ custom_id: z.string().optional() })
/** An order, a capture, a refund or a dispute. */
const resource = named.extend({
  id: z.string().optional(),
  purchase_units: z.array(named).optional(),
  links: z.array(z.object({ rel: z.string().optional(), href: z.string() })).optional(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional() }))
    .optional(),
})
export const event = z.object({ id: z.string().min(1).max(200), resource })

/** Refunds and reversals name their capture by a link, disputes by a transaction. */
export const eventOf = ({ id, resource }: z.infer<typeof event>): WalletEvent => {
  const linked = resource.links?.map(({ href }) => CAPTURE_LINK.exec(href)?.[1]) ?? []
  const disputed = resource.disputed_transactions?.map((each) => each.seller_transaction_id) ?? []
  return {
    id,
    attemptId: resource.custom_id ?? resource.purchase_units?.[0]?.custom_id,
    captureIds: [resource.id, ...linked, ...disputed].filter((one) => one !== undefined),
  }
}

const CAPTURE_LINK = /\/payments\/captures\/(\w{1,40})$/

export const transmissionOf = (headers: Readonly<Record<string, unknown>>) => {
  const names = {
    auth_algo: 'paypal-auth-algo',
    cert_url: 'paypal-cert-url',
    transmission_id: 'paypal-transmission-id',
    transmission_sig: 'paypal-transmission-sig',
    transmission_time: 'paypal-transmission-time',
  }
  const found = Object.entries(names).map(([field, name]) => [field, headers[name]] as const)
  return found.every(([, value]) => typeof value === 'string' && value !== '')
    ? Object.fromEntries(found)
    : undefined
}

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
