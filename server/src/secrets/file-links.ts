// Creates links to invoice files. They are sealed and expire, because a browser opens them without credentials.
import { readInvoiceFile } from '@invoice-desk/contract/contractor/contractor'
import type { Config } from '../settings/config.ts'
import { createSealer } from './sealing.ts'

const HALF_DAY_SECONDS = 12 * 3_600

export type FileLinks = ReturnType<typeof createFileLinks>

export const createFileLinks = ({ publicUrl, keyring }: Pick<Config, 'publicUrl' | 'keyring'>) => {
  const sealer = createSealer(keyring, 'file-link')
  return {
    /** A URL that works for 12 to 24 hours. It stays the same for half a day, so a page that asks again keeps showing its file. */
    urlOf: (fileId: string, now = Date.now()): string => {
      const halfDay = Math.floor(now / 1_000 / HALF_DAY_SECONDS)
      const expiresAt = (halfDay + 2) * HALF_DAY_SECONDS
      return `${publicUrl}${readInvoiceFile.path}?file=${sealer.sealDeterministic(`${expiresAt} ${fileId}`)}`
    },
    /** The file a link leads to, or undefined if it was altered or has expired. */
    fileOf: (sealed: string, now = Date.now()): string | undefined => {
      const [expiresAt = '', fileId] = sealer.open(sealed)?.split(' ') ?? []
      return Number(expiresAt) * 1_000 > now ? fileId : undefined
    },
  }
}
