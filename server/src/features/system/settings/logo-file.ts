// Receives an uploaded logo and checks that pages, emails and PDFs can all show it.
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pictureTypeOf } from '../../../brand/logo.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type Image, readImage } from '../../../pdf/image.ts'

/** Every receipt unpacks it, and prints it about 2 inches wide. */
const PIXELS_MAX = 500_000

const TEXTS = {
  type: "This isn't a PNG or JPEG picture. Save your logo as a PNG and upload that.",
  pixels:
    'This picture has more than 500,000 pixels. Make it smaller, such as 1000 × 500 pixels, and upload it again.',
  drawing:
    "We can't put this picture on receipts. Save it again as a PNG without interlacing, or as a JPEG, and upload that.",
} as const

const refuse = (problem: keyof typeof TEXTS, cause?: unknown) =>
  new AppError('file_type_refused', { field: 'file', text: TEXTS[problem], cause })

export const receiveLogo = async (stream: Readable) => ({
  content: await buffer(stream),
  discard: async () => {},
})

/** A PNG is written again, so nothing else that was in the file is stored or served. */
export const checkLogo = (content: Buffer = Buffer.alloc(0)): Image => {
  if (content.length === 0) {
    throw new AppError('invalid_input', { field: 'file', text: 'Choose a PNG or JPEG file.' })
  }
  if (!pictureTypeOf(content)) throw refuse('type')
  try {
    return readImage(content, ({ width, height }) => {
      if (width * height > PIXELS_MAX) throw refuse('pixels')
    })
  } catch (error) {
    throw error instanceof AppError ? error : refuse('drawing', error)
  }
}
