// Reads PayPal's webhooks: which payment they are about, and the headers that PayPal needs to verify them.
import { isUuid } from '@invoice-desk/contract/values/ids'
import { z } from 'zod'
import type { WebhookHeaders, WebhookReport } from '../payment-provider.ts'

/** The form of the id of an order or a capture. */
const ID = /^[\w-]{1,40}$/
const named = z.object({ custom_id: z.string().optional() })
/** An order, a capture, a refund or a dispute. */
const resource = named.extend({
  id: z.string().optional(),
  purchase_units: z.array(named).optional(),
  links: z.array(z.object({ rel: z.string().optional(), href: z.string() })).default([]),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().regex(ID) }) })
    .optional()
    .catch(undefined),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional() }))
    .default([]),
})
const event = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  event_type: z.string().min(1).max(200),
  resource,
})

const CAPTURE_LINK = /\/payments\/captures\/(\w{1,40})$/
const CAPTURES_MAX = 100

/** Refunds and reversals name their capture in a link, disputes in a transaction. */
export const readEvent = (value: unknown): Omit<WebhookReport, 'verify'> | undefined => {
  const { data } = event.safeParse(value)
  if (!data) return undefined
  const { custom_id, id, purchase_units, links, disputed_transactions } = data.resource
  const isCapture = data.event_type.startsWith('PAYMENT.CAPTURE.')
  const linked = links.map(({ href }) => CAPTURE_LINK.exec(href)?.[1])
  const disputed = disputed_transactions.map((each) => each.seller_transaction_id)
  return {
    id: data.id,
    attemptId: custom_id ?? purchase_units?.[0]?.custom_id,
    ...(isCapture && { providerId: data.resource.supplementary_data?.related_ids.order_id }),
    references: [id, ...linked, ...disputed]
      .filter((one) => one !== undefined && ID.test(one))
      .slice(0, CAPTURES_MAX) as string[],
  }
}

export const parseEvent = (text: string) => readEvent(jsonOf(text))

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** PayPal retries an event for three days. */
const AGE_MS_MAX = 4 * 24 * 3_600_000
const AHEAD_MS_MAX = 5 * 60_000

/** Undefined if the headers show that PayPal didn't send the event, so that no one else can make us call PayPal. */
export const transmissionOf = (headers: WebhookHeaders, apiUrl: string, now = Date.now()) => {
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

const PAYPAL_HOSTS = '.paypal.com'

/** PayPal's certificates are on a different host from its API; the emulator's are on the same one. */
const isCertificateUrl = (text: string, apiUrl: string): boolean => {
  const [url, api] = [URL.parse(text), new URL(apiUrl)]
  if (url?.username !== '' || url.password !== '') return false
  if (!api.hostname.endsWith(PAYPAL_HOSTS)) return url.origin === api.origin
  return url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(PAYPAL_HOSTS)
}
