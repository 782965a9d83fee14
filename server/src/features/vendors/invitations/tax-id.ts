// Seals a vendor's tax id while its details wait for review.
import type { Config } from '../../../config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createSealer } from '../../../sealing.ts'
import { listSealedTaxIds, replaceSealedTaxId } from './queries.ts'

/** Each is sealed for one invitation, so it doesn't open in another row. */
export const createTaxIdVault = ({ keyring }: Pick<Config, 'keyring'>) => {
  const sealer = createSealer(keyring, 'vendor-tax-id')
  return {
    seal: (invitationId: string, digits: string): string =>
      sealer.seal(`${invitationId} ${digits}`),
    /** Undefined if it was altered, or sealed with a key we don't have. */
    open: (invitationId: string, sealed: string | null): string | undefined => {
      const [id, digits] = (sealer.open(sealed ?? '') ?? '').split(' ')
      return id === invitationId ? digits : undefined
    },
    isCurrent: sealer.isCurrent,
  }
}

/** Seals the tax ids that wait with the current SECRET_KEY, so a previous key can be removed. */
export const resealTaxIds = async ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>): Promise<void> => {
  if (config.keyring.previous.length === 0) return
  const vault = createTaxIdVault(config)
  for (const { id, sealed } of await listSealedTaxIds(db)) {
    const digits = vault.isCurrent(sealed) ? undefined : vault.open(id, sealed)
    if (digits !== undefined) await replaceSealedTaxId(db, sealed, vault.seal(id, digits))
  }
}
