// Prepares photos in the browser: upright, of moderate size, and in a format that we accept.
import { hasInvoiceExtension } from '@invoice-desk/contract/invoice-files'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/limits'
import { askWorker } from '../../../../shared/ask-worker.ts'
import { HEADER_BYTES_MAX, type ImageHeader, readHeader } from './image-header.ts'
import { SIDE_MAX } from './paint.ts'
import { photoPdf } from './photo-pdf.ts'

/** Smaller ones are sent as they are. */
const SMALL_BYTES = 1024 * 1024
/** Decoding takes four bytes for each. */
const PIXELS_MAX = 50_000_000
const PAINT_TIMEOUT_MS = 20_000
/** The decoder takes a few seconds for a photo, and has to be loaded. */
const HEIC_TIMEOUT_MS = 60_000

export const isPhoto = ({ name, size }: File): boolean =>
  size > 0 && /\.(png|jpe?g|heic|heif)$/i.test(name)

/** Rejects if it can't be opened. `isPage` if it may become a page of a PDF. */
export const preparePhoto = async (
  file: File,
  isPage: boolean,
  signal: AbortSignal,
): Promise<File> => {
  const header = await headerOf(file)
  if (!header) return unopened(file)
  const isJpeg = header.type === 'jpeg' && header.channels === 3
  if (isSmall(header, file) && (isJpeg || !isPage)) return named(file, file.name)
  const isHuge = header.width * header.height > PIXELS_MAX
  if (isHuge) return header.type === 'heic' || isPage ? unopened(file) : file
  const jpeg = await convert(file, header, signal)
  return named(jpeg, file.name.replace(/(\.[^.]*)?$/, '.jpg'))
}

const headerOf = async (file: File): Promise<ImageHeader | undefined> =>
  readHeader(new Uint8Array(await file.slice(0, HEADER_BYTES_MAX).arrayBuffer()))

/** Its size is refused with a better reason. */
const unopened = (file: File): File => {
  if (file.size > FILE_BYTES_MAX && hasInvoiceExtension(file.name)) return file
  throw new Error('not opened')
}

const isSmall = ({ type, width, height, isUpright }: ImageHeader, { size }: File): boolean =>
  type !== 'heic' && isUpright && size <= SMALL_BYTES && Math.max(width, height) <= SIDE_MAX

const convert = async (file: File, { type }: ImageHeader, signal: AbortSignal): Promise<Blob> => {
  const options = { timeoutMs: PAINT_TIMEOUT_MS, signal }
  const worker = new Worker(new URL('./photo.worker.ts', import.meta.url), { type: 'module' })
  const painting = askWorker<Blob>(worker, file, options)
  if (type !== 'heic') return painting
  // Only Safari can do it by itself.
  return painting.catch(() => {
    const decoder = new Worker(new URL('./heic.worker.ts', import.meta.url), { type: 'module' })
    return askWorker<Blob>(decoder, file, { timeoutMs: HEIC_TIMEOUT_MS, signal })
  })
}

const named = (content: Blob, name: string): File => {
  if (content instanceof File && hasInvoiceExtension(content.name)) return content
  return new File([content], hasInvoiceExtension(name) ? name : `${name}.jpg`, {
    type: content.type,
  })
}

/** One photo stays as it is, several become a PDF. */
export const joinPhotos = async (photos: readonly File[]): Promise<File | undefined> => {
  if (photos.length < 2) return photos[0]
  const pages = await Promise.all(
    photos.map(async (photo) => {
      const jpeg = new Uint8Array(await photo.arrayBuffer())
      const { width, height } = readHeader(jpeg) ?? { width: 1, height: 1 }
      return { jpeg, width, height }
    }),
  )
  return new File([photoPdf(pages)], 'photos.pdf', { type: 'application/pdf' })
}
