// Stores the OpenID provider's sessions and tokens, so sign-ins survive a restart.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Collection, Store } from '../store.ts'

type Kept = {
  readonly id: string
  readonly payload: AdapterPayload
  readonly expiresAt?: number
}

/** For each model. */
const KEPT_MAX = 2_000

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
    adapterOf(store.collection<Kept>(collectionOf(model)))

export const clearIssued = (store: Store): void => {
  for (const model of MODELS) store.collection(collectionOf(model)).clear()
}

const collectionOf = (model: string): string => `google.${model}`

const isLive = ({ expiresAt }: Kept): boolean => expiresAt === undefined || expiresAt > Date.now()

const adapterOf = (kept: Collection<Kept>): Adapter => {
  const makeRoom = () => {
    if (kept.size < KEPT_MAX) return
    for (const each of kept.list()) if (!isLive(each)) kept.delete(each.id)
    for (const each of kept.list().slice(0, kept.size - KEPT_MAX + 1)) kept.delete(each.id)
  }
  const findBy = (fits: (payload: AdapterPayload) => boolean) =>
    kept.list().find((each) => isLive(each) && fits(each.payload))?.payload
  return {
    upsert: async (id, payload, expiresIn) => {
      makeRoom()
      const expiry = expiresIn ? { expiresAt: Date.now() + expiresIn * 1_000 } : {}
      kept.set(id, { id, payload, ...expiry })
    },
    find: async (id) => {
      const found = kept.get(id)
      return found && isLive(found) ? found.payload : undefined
    },
    findByUid: async (uid) => findBy((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
    consume: async (id) => {
      const found = kept.get(id)
      const consumed = Math.floor(Date.now() / 1_000)
      if (found) kept.set(id, { ...found, payload: { ...found.payload, consumed } })
    },
    destroy: async (id) => kept.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const { id, payload } of kept.list()) if (payload.grantId === grantId) kept.delete(id)
    },
  }
}
