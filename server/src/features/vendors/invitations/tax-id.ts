// Seals a vendor's tax id while its details wait for review.
import { resealColumn } from '../../../db/reseal.ts'
import { vendorInvitation } from '../../../db/schema/vendors.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createRowSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'

/** Each is sealed for one invitation. */
export const createTaxIdVault = ({ keyring }: Pick<Config, 'keyring'>) =>
  createRowSealer(keyring, 'vendor-tax-id')

/** Seals the tax ids that wait with the current SECRET_KEY, so a previous key can be removed. */
export const resealTaxIds = ({ config, database: { db } }: Dependencies): Promise<void> =>
  resealColumn(db, createTaxIdVault(config), vendorInvitation.sealedTaxId)
