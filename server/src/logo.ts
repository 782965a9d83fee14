// The picture on emails and receipts: the business's logo, or the product's mark if it has none.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Logo = {
  readonly content: Buffer
  readonly type: 'image/png' | 'image/jpeg'
  /** The product's mark is a white drawing for a tile in the business's color. */
  readonly isMark: boolean
}

const MARK = fileURLToPath(new URL('./mail/product-mark.png', import.meta.url))
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

const found = new Map<string, Logo | undefined>()

/** Undefined for an SVG or WebP, which most email clients and PDFs can't show, and for a file that's gone. */
export const findLogo = (path: string | undefined): Logo | undefined => {
  const file = path ?? MARK
  if (!found.has(file)) found.set(file, readLogo(file))
  return found.get(file)
}

const readLogo = (path: string): Logo | undefined => {
  try {
    const content = readFileSync(path)
    const startsWith = (bytes: Buffer) => content.subarray(0, bytes.length).equals(bytes)
    const isMark = path === MARK
    if (startsWith(PNG)) return { content, type: 'image/png', isMark }
    return startsWith(JPEG) ? { content, type: 'image/jpeg', isMark } : undefined
  } catch {
    return undefined
  }
}
