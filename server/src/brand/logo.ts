// The business's logo: what administrators uploaded, or the file in the environment. Emails and receipts without one have
// the product's mark.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOGO_PATH } from '@invoice-desk/contract/system/system'
import { PNG_START } from '../pdf/png.ts'
import { type Config, LOGO_TYPES, type UploadedLogo } from '../settings/config.ts'

export type Logo = Pick<UploadedLogo, 'content' | 'type'> & {
  /** The product's mark is a white drawing for a tile in the business's color. */
  readonly isMark: boolean
}

type Settings = Pick<Config, 'businessLogo' | 'uploadedLogo'>

const MARK = fileURLToPath(new URL('../mail/product-mark.png', import.meta.url))
const JPEG = Buffer.from('ffd8ff', 'hex')

/** What the content really is, if most email clients and PDFs can show it. */
export const pictureTypeOf = (content: Buffer): UploadedLogo['type'] | undefined => {
  const startsWith = (bytes: Buffer) => content.subarray(0, bytes.length).equals(bytes)
  if (startsWith(PNG_START)) return 'image/png'
  return startsWith(JPEG) ? 'image/jpeg' : undefined
}

export const hashOfLogo = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 12)

/** For emails and PDFs. Undefined for an SVG or WebP, and for a file that's gone. */
export const findLogo = ({ uploadedLogo, businessLogo }: Settings): Logo | undefined => {
  if (uploadedLogo) return { ...uploadedLogo, isMark: false }
  const { content } = fileAt(businessLogo ?? MARK) ?? {}
  const type = content && pictureTypeOf(content)
  return type && { content, type, isMark: businessLogo === undefined }
}

/** For pages, which can show an SVG or WebP too. Its URL changes with its content. */
export const findPageLogo = ({ uploadedLogo, businessLogo = '' }: Settings) => {
  const logo = uploadedLogo ?? (businessLogo ? fileAt(businessLogo) : undefined)
  const type = uploadedLogo?.type ?? LOGO_TYPES[extname(businessLogo).toLowerCase()]
  return logo && type
    ? { content: logo.content, type, url: `${LOGO_PATH}?v=${logo.hash}` }
    : undefined
}

const files = new Map<string, Pick<UploadedLogo, 'content' | 'hash'> | undefined>()

/** Read once. */
const fileAt = (path: string) => {
  if (!files.has(path)) files.set(path, readLogo(path))
  return files.get(path)
}

const readLogo = (path: string) => {
  try {
    const content = readFileSync(path)
    return { content, hash: hashOfLogo(content) }
  } catch {
    return undefined
  }
}
