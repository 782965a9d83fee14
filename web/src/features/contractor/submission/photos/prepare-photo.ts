// Prepares photos in the browser: upright, of moderate size, and in a format that we accept.
import { hasInvoiceExtension } from '@invoice-desk/contract/bills/invoice-files'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { askWorker } from '../../../../shared/browser/ask-worker.ts'
import type { Page } from '../files/bill-file.ts'
import { HEADER_BYTES_MAX, type ImageHeader, readHeader } from './image-header.ts'
import { type Painted, photoPdf } from './photo-pdf.ts'
import { isModerate } from './photo-size.ts'

/** Smaller ones are sent as they are. */
const SMALL_BYTES = 3 * 1024 * 1024
/** Decoding takes four bytes for each. */
const PIXELS_MAX = 50_000_000
const PAINT_TIMEOUT_MS = 20_000
/** The decoder takes a few seconds for a photo, and has to be loaded. */
const HEIC_TIMEOUT_MS = 60_000

/** Only a HEIC photo may be larger than what we accept, because it's always converted. */
export const isPhoto = ({ name, size }: File): boolean =>
  size > 0 && (/\.hei[cf]$/i.test(name) || (/\.(png|jpe?g)$/i.test(name) && size <= FILE_BYTES_MAX))

/** A photo that is a file of its own. Rejects if it can't be opened. */
export const preparePhoto = async (file: File, signal: AbortSignal): Promise<File> => {
  const header = await headerOf(file)
  const isSendable = header.type !== 'heic' && hasInvoiceExtension(file.name)
  const isSmall = header.isUpright && file.size <= SMALL_BYTES && isModerate(header)
  if (isSendable && (isSmall || isHuge(header))) return file
  return (await paint(file, header, signal)).jpeg
}

/** A photo that is a page of a document. Always painted, so it's valid and has no metadata. Rejects if it can't be opened. */
export const preparePage = async (file: File, signal: AbortSignal): Promise<Page> =>
  paint(file, await headerOf(file), signal)

const headerOf = async (file: File): Promise<ImageHeader> => {
  const header = readHeader(new Uint8Array(await file.slice(0, HEADER_BYTES_MAX).arrayBuffer()))
  if (!header) throw new Error('not a photo')
  return header
}

const isHuge = ({ width, height }: ImageHeader): boolean => width * height > PIXELS_MAX

const paint = async (file: File, header: ImageHeader, signal: AbortSignal): Promise<Page> => {
  if (isHuge(header)) throw new Error('too many pixels')
  const painted = await decode(file, header, signal)
  const name = file.name.replace(/(\.[^.]*)?$/, '.jpg')
  return { ...painted, jpeg: new File([painted.jpeg], name, { type: 'image/jpeg' }) }
}

const decode = (file: File, { type }: ImageHeader, signal: AbortSignal): Promise<Painted> => {
  const options = { timeoutMs: PAINT_TIMEOUT_MS, signal }
  const worker = new Worker(new URL('./photo.worker.ts', import.meta.url), { type: 'module' })
  const painting = askWorker<Painted>(worker, file, options)
  if (type !== 'heic') return painting
  // Only Safari can decode it without our decoder.
  return painting.catch(() => {
    signal.throwIfAborted()
    const decoder = new Worker(new URL('./heic.worker.ts', import.meta.url), { type: 'module' })
    return askWorker<Painted>(decoder, file, { timeoutMs: HEIC_TIMEOUT_MS, signal })
  })
}

/** One photo stays as it is, several become a PDF. */
export const joinPages = (pages: readonly Page[]): File | undefined =>
  pages.length < 2
    ? pages[0]?.jpeg
    : new File([photoPdf(pages)], 'photos.pdf', { type: 'application/pdf' })
