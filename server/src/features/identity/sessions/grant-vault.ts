// Seals Google's permission to renew a person's sign-in.
import type { Config } from '../../../config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createSealer } from '../../../sealing.ts'
import { listGrants, replaceGrant } from './queries.ts'

/** Each is sealed for one person, so it doesn't open in another row. */
export const createGrantVault = ({ keyring }: Pick<Config, 'keyring'>) => {
  const sealer = createSealer(keyring, 'google')
  return {
    seal: (email: string, refreshToken: string): string => sealer.seal(`${email} ${refreshToken}`),
    /** Undefined if it was altered, or sealed with a key we don't have. */
    open: (email: string, sealed: string | null | undefined): string | undefined => {
      const [owner, refreshToken] = (sealer.open(sealed ?? '') ?? '').split(' ')
      return owner === email ? refreshToken : undefined
    },
    isCurrent: sealer.isCurrent,
  }
}

/** Seals the permissions with the current SECRET_KEY, so a previous key can be removed. */
export const resealGrants = async ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>): Promise<void> => {
  if (config.keyring.previous.length === 0) return
  const vault = createGrantVault(config)
  for (const { email, sealed } of await listGrants(db)) {
    const refreshToken = vault.isCurrent(sealed) ? undefined : vault.open(email, sealed)
    if (refreshToken !== undefined)
      await replaceGrant(db, email, { from: sealed, to: vault.seal(email, refreshToken) })
  }
}
