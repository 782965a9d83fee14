// Checks that PDFs can show a picture, before the PDF library sees it.
import { pictureTypeOf } from '../brand/logo.ts'
import { readPng } from './png.ts'

type Size = { readonly width: number; readonly height: number }
export type Image = Size & {
  readonly content: Buffer
  readonly type: NonNullable<ReturnType<typeof pictureTypeOf>>
}

/** Throws if PDFs can't show it. `assertSize` is called before its pixels are unpacked. */
export const readImage = (content: Buffer, assertSize: (size: Size) => void): Image => {
  const type = pictureTypeOf(content)
  if (!type) throw new Error('it is neither a PNG nor a JPEG')
  if (type === 'image/png') return { type, ...readPng(content, assertSize) }
  const size = readJpegSize(content)
  assertSize(size)
  return { type, content, ...size }
}

const COLOR_CHANNELS = [1, 3, 4]

/** Walks the segments up to the frame, as the PDF library does. It copies a JPEG without unpacking it. */
const readJpegSize = (content: Buffer): Size => {
  for (let at = 2; at + 10 <= content.length; at += 2 + content.readUInt16BE(at + 2)) {
    const marker = content.readUInt16BE(at)
    if (marker < 0xffc0 || (marker >= 0xffd0 && marker <= 0xffda) || marker === 0xffff) break
    if (marker > 0xffcf || marker === 0xffc4) continue
    const [bits, channels] = [content.readUInt8(at + 4), content.readUInt8(at + 9)]
    const [height, width] = [content.readUInt16BE(at + 5), content.readUInt16BE(at + 7)]
    if (bits !== 8 || !COLOR_CHANNELS.includes(channels)) throw new Error('unusual colors')
    if (width === 0 || height === 0) throw new Error('it has no pixels')
    return { width, height }
  }
  throw new Error('it has no picture')
}
