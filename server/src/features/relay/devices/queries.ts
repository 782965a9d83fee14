// Reads and writes the devices of the mail relay.
import { RELAY_DAYS_KEPT } from '@invoice-desk/contract/relay/mail-relay'
import { and, asc, desc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Lock } from '../../../db/client.ts'
import { relayDevice, relayMailbox } from '../../../db/schema/relay.ts'
import { isVisibleTo, type Viewer } from '../viewer.ts'

export type Login = NonNullable<Awaited<ReturnType<typeof findLogin>>>

/** What the SMTP server needs to know about a device that isn't revoked. */
export const findLogin = async (db: Db, userName: string) => {
  const [found] = await db
    .select({
      deviceId: relayDevice.id,
      owner: relayDevice.owner,
      passwordHash: relayDevice.passwordHash,
      senders: relayDevice.senders,
      mailboxId: relayMailbox.id,
      address: relayMailbox.address,
      mailboxOwner: relayMailbox.owner,
      domain: relayMailbox.domain,
      state: relayMailbox.state,
    })
    .from(relayDevice)
    .innerJoin(relayMailbox, eq(relayMailbox.id, relayDevice.mailboxId))
    .where(and(eq(relayDevice.userName, userName), isNull(relayDevice.revokedAt)))
  return found
}

/** The device has sent a message, so its last refusal is over. */
export const markDeviceUsed = async (db: Db, id: string): Promise<void> => {
  await db
    .update(relayDevice)
    .set({ lastUsedAt: sql`now()`, refusedAt: null, refusal: null })
    .where(eq(relayDevice.id, id))
}

export const markDeviceRefused = async (db: Db, id: string, refusal: string): Promise<void> => {
  await db.update(relayDevice).set({ refusedAt: sql`now()`, refusal }).where(eq(relayDevice.id, id))
}

const withAddress = (db: Db) =>
  db
    .select({ device: relayDevice, mailbox: relayMailbox })
    .from(relayDevice)
    .innerJoin(relayMailbox, eq(relayMailbox.id, relayDevice.mailboxId))

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** Newest first. Revoked ones stay as long as the facts of what they sent. */
export const listDevices = (db: Db, viewer: Viewer) =>
  withAddress(db)
    .where(
      and(
        isVisibleTo(viewer, relayDevice.owner),
        or(
          isNull(relayDevice.revokedAt),
          gt(relayDevice.revokedAt, sql`now() - ${RELAY_DAYS_KEPT} * interval '1 day'`),
        ),
      ),
    )
    .orderBy(desc(relayDevice.createdAt), asc(relayDevice.id))

export const findDevice = async (
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<DeviceRow | undefined> => {
  const [found] = await withAddress(db).where(
    and(eq(relayDevice.id, id), isVisibleTo(viewer, relayDevice.owner)),
  )
  return found
}

/** Only one transaction at a time adds or renames a person's devices, so names and the limit hold. */
export const devicesLock = (owner: string): Lock => ({ space: 'relayDevices', key: owner })

export const countDevices = (db: Db, owner: string): Promise<number> =>
  db.$count(relayDevice, and(eq(relayDevice.owner, owner), isNull(relayDevice.revokedAt)))

/** In any case, and unless it's `exceptId`. */
export const hasDeviceNamed = async (
  db: Db,
  owner: string,
  name: string,
  exceptId?: string,
): Promise<boolean> => {
  const count = await db.$count(
    relayDevice,
    and(
      eq(relayDevice.owner, owner),
      isNull(relayDevice.revokedAt),
      sql`lower(${relayDevice.name}) = lower(${name})`,
      exceptId === undefined ? undefined : ne(relayDevice.id, exceptId),
    ),
  )
  return count > 0
}

export const insertDevice = async (db: Db, device: typeof relayDevice.$inferInsert) => {
  const [stored] = await db.insert(relayDevice).values(device).returning()
  if (!stored) throw new Error('the device was not stored')
  return stored
}

type Change = Partial<
  Pick<
    typeof relayDevice.$inferSelect,
    'name' | 'senders' | 'keepsSender' | 'version' | 'passwordHash'
  >
>

/** Undefined if it's revoked, or changed since `version` was read. */
export const updateDevice = async (db: Db, id: string, change: Change, version?: number) => {
  const [stored] = await db
    .update(relayDevice)
    .set(change)
    .where(
      and(
        eq(relayDevice.id, id),
        isNull(relayDevice.revokedAt),
        version === undefined ? undefined : eq(relayDevice.version, version),
      ),
    )
    .returning()
  return stored
}

/** Undefined if it was revoked already. */
export const revokeDevice = async (db: Db, id: string) => {
  const [stored] = await db
    .update(relayDevice)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(relayDevice.id, id), isNull(relayDevice.revokedAt)))
    .returning()
  return stored
}
