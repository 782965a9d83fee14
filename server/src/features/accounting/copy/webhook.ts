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

const id = z
  .union([z.string().min(1), z.number()])
  .transform(String)
  .pipe(z.string().max(50))

const cloudEvent = z
  .object({
    id: z.string().min(1).max(200),
    /** `qbo.bill.updated.v1` */
    type: z.string().max(200),
    intuitentityid: id,
    intuitaccountid: id,
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
  id,
  operation: z.string().max(50).default(''),
  lastUpdated: z.string().max(100).default(''),
})

/** The older format has no ids, so we use a hash. */
const eventOf = (realmId: string, entity: z.infer<typeof changedEntity>): WebhookEvent => {
  const facts = [realmId, entity.name, entity.id, entity.operation, entity.lastUpdated]
  return {
    id: hash('sha256', JSON.stringify(facts), 'base64url'),
    realmId,
    entity: entity.name.toLowerCase(),
    entityId: entity.id,
    isDeleted: ['delete', 'merge'].includes(entity.operation.toLowerCase()),
  }
}

const notification = z.object({
  realmId: id,
  dataChangeEvent: z.object({ entities: z.array(z.unknown()) }),
})

const body = z.union([
  z
    .array(z.unknown())
    .transform((events) => events.map((event) => cloudEvent.safeParse(event).data)),
  z
    .object({ eventNotifications: z.array(z.unknown()) })
    .transform(({ eventNotifications }) => eventNotifications.flatMap(eventsOf)),
])

/** Undefined in place of what we don't know. */
const eventsOf = (value: unknown): (WebhookEvent | undefined)[] => {
  const { data } = notification.safeParse(value)
  if (!data) return [undefined]
  return data.dataChangeEvent.entities.map((each) => {
    const entity = changedEntity.safeParse(each).data
    return entity && eventOf(data.realmId, entity)
  })
}

/**
 * The events of a call, and how many of its entries have a form that we don't know. Those must not fail the others,
 * because QuickBooks would repeat the whole call and then drop it. Undefined if the body has neither format.
 */
export const parseWebhook = (
  bytes: Buffer,
): { readonly events: WebhookEvent[]; readonly unknown: number } | undefined => {
  const all = body.safeParse(jsonOf(bytes)).data
  if (!all || all.length > EVENTS_MAX) return undefined
  const events = all.filter((event) => event !== undefined)
  return { events, unknown: all.length - events.length }
}

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
