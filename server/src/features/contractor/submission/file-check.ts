// Detects the type of an uploaded file from its bytes, and refuses files that are two types at once.
import type { FileType } from '../../../db/schema/contractor.ts'

type Ends = { readonly head: Buffer; readonly tail: Buffer; readonly bytes: number }

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const JPEG_START = Buffer.from('ffd8', 'hex')
const ZIP_END = Buffer.from('504b0506', 'hex')
/** More than any scanner produces. Larger images are decompression bombs. */
const PIXELS_MAX = 250_000_000

/** Markup that a browser might run. No image or PDF begins or ends with it. */
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)[\s/>]/i

/** Undefined when we don't accept the file. */
export const fileTypeOf = ({ head, tail, bytes }: Ends): FileType | undefined => {
  if (MARKUP.test(head.toString('latin1')) || MARKUP.test(tail.toString('latin1'))) return undefined
  // A ZIP file is read from its end, so it can hide behind any header.
  if (tail.includes(ZIP_END)) return undefined
  if (isPdf(head)) return 'application/pdf'
  if (isPng(head, tail)) return 'image/png'
  return isJpeg(head, bytes) ? 'image/jpeg' : undefined
}

/** Strict about the start, because disguised files rely on readers that skip to it. Readers repair a damaged end. */
const isPdf = (head: Buffer): boolean => /^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8))

const isPng = (head: Buffer, tail: Buffer): boolean => {
  if (!startsWith(head, PNG_START) || head.length < 24) return false
  const isPlausible = arePlausible(head.readUInt32BE(16), head.readUInt32BE(20))
  return isPlausible && tail.subarray(-PNG_END.length).equals(PNG_END)
}

/** Walks the segments before the image data. Phones append their own data, so we ignore the end. */
const isJpeg = (head: Buffer, bytes: number): boolean => {
  if (!startsWith(head, JPEG_START)) return false
  let at = JPEG_START.length
  while (at + 9 <= head.length) {
    const marker = head.readUInt16BE(at)
    const length = head.readUInt16BE(at + 2)
    if (marker === 0xffda) return true
    if (marker < 0xffc0 || marker === 0xffff || length < 2) return false
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame && !arePlausible(head.readUInt16BE(at + 5), head.readUInt16BE(at + 7))) return false
    at += 2 + length
  }
  return head.length < bytes && at < bytes
}

const startsWith = (head: Buffer, start: Buffer): boolean =>
  head.subarray(0, start.length).equals(start)

const arePlausible = (height: number, width: number): boolean =>
  height * width > 0 && height * width <= PIXELS_MAX

const EXTENSIONS = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
} as const satisfies Record<FileType, string>

const NAME_LENGTH_MAX = 150

/** The sender's file name without unsafe characters, with the extension of its real type. */
export const fileNameOf = (name: string, type: FileType): string => {
  const base = name
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(/\.(?:pdf|png|jpe?g)$/i, '')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
  return `${Array.from(base).slice(0, NAME_LENGTH_MAX).join('') || 'invoice'}${EXTENSIONS[type]}`
}
