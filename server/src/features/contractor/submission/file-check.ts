// Detects the type of an uploaded file from its bytes, and refuses files that are two types at once.
import type { FileType } from '../../../db/schema/bills.ts'
import type { ReceivedFile } from '../../../providers/files/files.ts'
import type { ImageSize } from '../../../providers/files/jpeg-size.ts'

type Received = Pick<ReceivedFile, 'head' | 'tail' | 'jpegSize'>

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const ZIP_END = Buffer.from('504b0506', 'hex')
/** A pixel takes four bytes in the memory of the browser that opens the image, however small its file is. */
export const PIXELS_MAX = 60_000_000

/** Markup that a browser might run. No image or PDF begins or ends with it. */
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)[\s/>]/i

/** Undefined when we don't accept the file. */
export const fileTypeOf = ({ head, tail, jpegSize }: Received): FileType | undefined => {
  if (MARKUP.test(head.toString('latin1')) || MARKUP.test(tail.toString('latin1'))) return undefined
  // A ZIP file is read from its end, so it can hide behind any header.
  if (tail.includes(ZIP_END)) return undefined
  if (isPdf(head)) return 'application/pdf'
  if (isPng(head, tail)) return 'image/png'
  return jpegSize && areaOf(jpegSize) > 0 ? 'image/jpeg' : undefined
}

/** How many pixels an image has once it's opened. */
export const pixelsOf = (type: FileType, { head, jpegSize }: Received): number => {
  if (type === 'image/png') return areaOf(pngSize(head))
  return jpegSize && type === 'image/jpeg' ? areaOf(jpegSize) : 0
}

/** Strict about the start, because disguised files rely on readers that skip to it. Readers repair a damaged end. */
const isPdf = (head: Buffer): boolean => /^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8))

const isPng = (head: Buffer, tail: Buffer): boolean => {
  if (!startsWith(head, PNG_START) || head.length < 24 || areaOf(pngSize(head)) === 0) return false
  return tail.subarray(-PNG_END.length).equals(PNG_END)
}

const pngSize = (head: Buffer): ImageSize => ({
  width: head.readUInt32BE(16),
  height: head.readUInt32BE(20),
})

const areaOf = ({ width, height }: ImageSize): number => width * height

const startsWith = (head: Buffer, start: Buffer): boolean =>
  head.subarray(0, start.length).equals(start)

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
