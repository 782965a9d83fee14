// Seals a vendor's tax id while its details wait for review.

import type { Dependencies } from '../../../dependencies.ts'
import { createRowSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'
import { listSealedTaxIds, replaceSealedTaxId } from './queries.ts'

/** Each is sealed for one invitation. */
export const createTaxIdVault = ({ keyring }: Pick<Config, 'keyring'>) =>
  createRowSealer(keyring, 'vendor-tax-id')

/** Seals the tax ids that wait with the current SECRET_KEY, so a previous key can be removed. */
export const resealTaxIds = ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>): Promise<void> =>
  createTaxIdVault(config).resealRows(
    () => listSealedTaxIds(db),
    (_, { from, to }) => replaceSealedTaxId(db, from, to),
  )
