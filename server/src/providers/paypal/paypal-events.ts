// What PayPal's webhooks say: which payment they are about, and how they are signed.
import { isUuid } from '@invoice-desk/contract/ids'
import { z } from 'zod'

/** Where to look for what an event is about: our name for the order, or the ids of captures. */
export type WalletEvent = {
  readonly id: string
  readonly attemptId: string | undefined
  readonly captureIds: readonly string[]
}

/** An event that may be PayPal's, and PayPal's own word on whether it is. */
export type WalletReport = {
  readonly event: WalletEvent
  isGenuine(): Promise<boolean>
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
export const event = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  event_type: z.string().min(1).max(200),
  resource,
})

/** Refunds and reversals name their capture by a link, disputes by a transaction. */
export const eventOf = ({ id, resource }: z.infer<typeof event>): WalletEvent => {
  const linked = resource.links?.map(({ href }) => CAPTURE_LINK.exec(href)?.[1]) ?? []
  const disputed = resource.disputed_transactions?.map((each) => each.seller_transaction_id) ?? []
  return {
    id,
    attemptId: resource.custom_id ?? resource.purchase_units?.[0]?.custom_id,
    captureIds: [resource.id, ...linked, ...disputed]
      .filter((one) => one !== undefined)
      .filter((one) => CAPTURE_ID.test(one))
      .slice(0, CAPTURES_MAX),
  }
}

const CAPTURE_ID = /^[\w-]{1,40}$/
const CAPTURES_MAX = 100

const CAPTURE_LINK = /\/payments\/captures\/(\w{1,40})$/

/** PayPal repeats an event for three days. */
const AGE_MS_MAX = 4 * 24 * 3_600_000
const AHEAD_MS_MAX = 5 * 60_000

/**
 * What PayPal needs to tell whether it sent an event; undefined when the headers show that it did not, so that no
 * stranger makes us ask.
 */
export const transmissionOf = (
  headers: Readonly<Record<string, unknown>>,
  apiUrl: string,
  now = Date.now(),
) => {
  const isRecent = (time: string): boolean => {
    const age = now - Date.parse(time)
    return age <= AGE_MS_MAX && age >= -AHEAD_MS_MAX
  }
  const { data } = z
    .object({
      'paypal-auth-algo': z.literal('SHA256withRSA'),
      'paypal-cert-url': z
        .string()
        .max(500)
        .refine((url) => isCertificateUrl(url, apiUrl)),
      'paypal-transmission-id': z.string().refine(isUuid),
      'paypal-transmission-sig': z.string().regex(/^[A-Za-z\d+/]{100,2000}={0,2}$/),
      'paypal-transmission-time': z.iso.datetime({ offset: true }).refine(isRecent),
    })
    .safeParse(headers)
  return (
    data && {
      auth_algo: data['paypal-auth-algo'],
      cert_url: data['paypal-cert-url'],
      transmission_id: data['paypal-transmission-id'],
      transmission_sig: data['paypal-transmission-sig'],
      transmission_time: data['paypal-transmission-time'],
    }
  )
}

/** PayPal's certificates are on another host than its API, the emulator's on its own. */
const isCertificateUrl = (text: string, apiUrl: string): boolean => {
  const [url, api] = [URL.parse(text), new URL(apiUrl)]
  if (url?.username !== '' || url.password !== '') return false
  if (!api.hostname.endsWith(PAYPAL_HOSTS)) return url.origin === api.origin
  return url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(PAYPAL_HOSTS)
}

const PAYPAL_HOSTS = '.paypal.com'

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
