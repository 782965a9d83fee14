// Links to invoice files: sealed and good for a day, because a browser opens them without credentials.
import { readInvoiceFile } from '@invoice-desk/contract/contractor'
import type { Config } from './config.ts'
import { createSealer } from './sealing.ts'

const HALF_DAY_SECONDS = 12 * 3_600

export type FileLinks = {
  /**
   * An address that opens this file for 12 to 24 hours. It is the same for half a day, so that a page that asks again
   * does not load the file again.
   */
  urlOf(fileId: string, now?: number): string
  /** The file a link leads to, or undefined when it was altered or has expired. */
  fileOf(sealed: string, now?: number): string | undefined
}

export const createFileLinks = ({
  publicUrl,
  keyring,
}: Pick<Config, 'publicUrl' | 'keyring'>): FileLinks => {
  const sealer = createSealer(keyring, 'file-link')
  return {
    urlOf: (fileId, now = Date.now()) => {
      const halfDay = Math.floor(now / 1_000 / HALF_DAY_SECONDS)
      const expiresAt = (halfDay + 2) * HALF_DAY_SECONDS
      return `${publicUrl}${readInvoiceFile.path}?file=${sealer.sealDeterministic(`${expiresAt} ${fileId}`)}`
    },
    fileOf: (sealed, now = Date.now()) => {
      const [expiresAt = '', fileId] = sealer.open(sealed)?.split(' ') ?? []
      return Number(expiresAt) * 1_000 > now ? fileId : undefined
    },
  }
}
