// Links to invoice files: sealed and good for a while, because a browser opens them without credentials.
import { readInvoiceFile } from '@invoice-desk/contract/contractor'
import type { Config } from './config.ts'
import { createSealer } from './sealing.ts'

const LINK_SECONDS = 3_600

export type FileLinks = {
  /** An address that opens this file for an hour. */
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
      const expiresAt = Math.ceil(now / 1_000) + LINK_SECONDS
      return `${publicUrl}${readInvoiceFile.path}?file=${sealer.seal(`${expiresAt} ${fileId}`)}`
    },
    fileOf: (sealed, now = Date.now()) => {
      const [expiresAt = '', fileId] = sealer.open(sealed)?.split(' ') ?? []
      return Number(expiresAt) * 1_000 > now ? fileId : undefined
    },
  }
}
