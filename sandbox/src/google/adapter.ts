// Stores the OpenID provider's sessions and tokens, so sign-ins survive a restart.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Collection, Store } from '../store.ts'

type StoredRecord = {
  readonly id: string
  readonly payload: AdapterPayload
  readonly expiresAt?: number
}

/** For each model. */
const RECORDS_MAX = 2_000

const MODELS = [
  'Session',
  'AccessToken',
  'AuthorizationCode',
  'RefreshToken',
  'Interaction',
  'Grant',
  'ReplayDetection',
  'offline',
] as const

export const storeAdapter =
  (store: Store): AdapterFactory =>
  (model) =>
    adapterOf(store.collection<StoredRecord>(collectionOf(model)))

/** As if the person had removed the app in their Google account. */
export const revokeIssued = (store: Store, accountId: string): void => {
  for (const model of ['Grant', 'RefreshToken', 'AccessToken', 'AuthorizationCode']) {
    const records = store.collection<StoredRecord>(collectionOf(model))
    for (const { id, payload } of records.list())
      if (payload.accountId === accountId) records.delete(id)
  }
}

export const clearIssued = (store: Store): void => {
  for (const model of MODELS) store.collection(collectionOf(model)).clear()
}

const collectionOf = (model: string): string => `google.${model}`

const isLive = ({ expiresAt }: StoredRecord): boolean =>
  expiresAt === undefined || expiresAt > Date.now()

const adapterOf = (records: Collection<StoredRecord>): Adapter => {
  const makeRoom = () => {
    if (records.size < RECORDS_MAX) return
    for (const each of records.list()) if (!isLive(each)) records.delete(each.id)
    for (const each of records.list().slice(0, records.size - RECORDS_MAX + 1))
      records.delete(each.id)
  }
  const findBy = (fits: (payload: AdapterPayload) => boolean) =>
    records.list().find((each) => isLive(each) && fits(each.payload))?.payload
  return {
    upsert: async (id, payload, expiresIn) => {
      makeRoom()
      const expiry = expiresIn ? { expiresAt: Date.now() + expiresIn * 1_000 } : {}
      records.set(id, { id, payload, ...expiry })
    },
    find: async (id) => {
      const found = records.get(id)
      return found && isLive(found) ? found.payload : undefined
    },
    findByUid: async (uid) => findBy((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
    consume: async (id) => {
      const found = records.get(id)
      const consumed = Math.floor(Date.now() / 1_000)
      if (found) records.set(id, { ...found, payload: { ...found.payload, consumed } })
    },
    destroy: async (id) => records.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const { id, payload } of records.list())
        if (payload.grantId === grantId) records.delete(id)
    },
  }
}
