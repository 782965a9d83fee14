// Verifies QuickBooks webhooks by signature and reads both body formats.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

export const isSigned = (
  body: Buffer,
  signature: string | string[] | undefined,
  token: string,
): boolean => {
  if (typeof signature !== 'string') return false
  const expected = createHmac('sha256', token).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const EVENTS_MAX = 5_000

const cloudEvent = z
  .object({
    id: z.string().min(1).max(200),
    /** `qbo.bill.updated.v1` */
    type: z.string().max(200),
    intuitentityid: z.coerce.string().max(50),
    intuitaccountid: z.coerce.string().max(50),
  })
  .transform((event) => ({
    /** Unique. */
    id: event.id,
    realmId: event.intuitaccountid,
    /** Such as `bill`. */
    entity: event.type.split('.')[1]?.toLowerCase() ?? '',
    entityId: event.intuitentityid,
    isDeleted: event.type.split('.')[2]?.toLowerCase() === 'deleted',
  }))
export type WebhookEvent = z.infer<typeof cloudEvent>

const changedEntity = z.object({
  name: z.string().max(100),
  id: z.coerce.string().max(50),
  operation: z.string().max(50).default(''),
  lastUpdated: z.string().max(100).default(''),
})

/** The older format has no ids, so we use a hash. */
const notification = z
  .object({
    realmId: z.coerce.string().max(50),
    dataChangeEvent: z.object({ entities: z.array(changedEntity).max(EVENTS_MAX) }),
  })
  .transform(({ realmId, dataChangeEvent }) =>
    dataChangeEvent.entities.map((entity): WebhookEvent => {
      const facts = [realmId, entity.name, entity.id, entity.operation, entity.lastUpdated]
      return {
        id: hash('sha256', JSON.stringify(facts), 'base64url'),
        realmId,
        entity: entity.name.toLowerCase(),
        entityId: entity.id,
        isDeleted: ['delete', 'merge'].includes(entity.operation.toLowerCase()),
      }
    }),
  )

const body = z.union([
  z.array(cloudEvent).max(EVENTS_MAX),
  z
    .object({ eventNotifications: z.array(notification).max(EVENTS_MAX) })
    .transform(({ eventNotifications }) => eventNotifications.flat()),
])

/** Undefined if the body has neither format. */
export const parseWebhook = (bytes: Buffer): WebhookEvent[] | undefined => {
  try {
    return body.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return undefined
  }
}
