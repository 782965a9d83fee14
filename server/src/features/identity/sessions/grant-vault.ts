// Seals Google's permission to renew a person's sign-in.

import type { Dependencies } from '../../../dependencies.ts'
import { createRowSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'
import { listGrants, replaceGrant } from './queries.ts'

/** Each is sealed for one person, by email. */
export const createGrantVault = ({ keyring }: Pick<Config, 'keyring'>) =>
  createRowSealer(keyring, 'google')

/** Seals the permissions with the current SECRET_KEY, so a previous key can be removed. */
export const resealGrants = ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>): Promise<void> =>
  createGrantVault(config).resealRows(
    () => listGrants(db),
    (email, seals) => replaceGrant(db, email, seals),
  )
