// PNGs that readers understand differently. Given to the PDF library as they are, they end the process or stop it.
import { deflateSync } from 'node:zlib'

type Header = { width?: number; height?: number; bits?: number; color?: number }

const START = Buffer.from('89504e470d0a1a0a', 'hex')

/** With an empty checksum, which few readers compare. */
const chunk = (type: string, data: Buffer = Buffer.alloc(0), length = data.length): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(length)
  return Buffer.concat([size, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}
const headerOf = ({ width = 10, height = 10, bits = 8, color = 6 }: Header): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([bits, color], 8)
  return data
}
const header = (shape: Header) => chunk('IHDR', headerOf(shape))
/** The pixels of 10 × 10 with 4 channels. The 14th byte is no filter there, but it is in rows of 3 pixels. */
const rows = Buffer.alloc(410).fill(9, 13, 14)
const pixels = (data: Buffer = rows) => chunk('IDAT', deflateSync(data))
const png = (...chunks: readonly Buffer[]) => Buffer.concat([START, ...chunks, chunk('IEND')])

export const hostileLogos = (): { readonly what: string; readonly content: Buffer }[] => {
  const hidden = Buffer.concat([
    headerOf({ width: 3 }),
    Buffer.alloc(4),
    pixels(),
    chunk('IEND'),
    Buffer.alloc(4),
  ])
  const indexed = { bits: 8, color: 3 }
  const bytes = Buffer.alloc(110)
  return [
    ['a second header with other rows', png(header({}), header({ width: 3 }), pixels())],
    [
      'a second header with a negative width',
      png(header({}), header({ width: 0x80000001 }), pixels()),
    ],
    [
      'a second header of 20000 × 20000',
      png(header({}), header({ width: 20_000, height: 20_000 }), pixels()),
    ],
    ['a picture inside its header', png(chunk('IHDR', hidden), pixels())],
    ['a header that is too short', png(chunk('IHDR', headerOf({}).subarray(0, 12)), pixels())],
    ['a header after its pixels', png(pixels(), header({}))],
    ['no width', png(header({ width: 0 }), pixels(Buffer.alloc(10)))],
    ['no height', png(header({ height: 0 }), pixels(Buffer.alloc(0)))],
    ['alpha of 1 bit', png(header({ bits: 1 }), pixels(Buffer.alloc(60)))],
    ['alpha of 16 bits', png(header({ bits: 16 }), pixels(Buffer.alloc(810)))],
    ['no palette', png(header(indexed), pixels(bytes))],
    ['half a color', png(header(indexed), chunk('PLTE', Buffer.alloc(4)), pixels(bytes))],
    ['too many colors', png(header(indexed), chunk('PLTE', Buffer.alloc(771)), pixels(bytes))],
    [
      'a transparent gray',
      png(header({ color: 0 }), chunk('tRNS', Buffer.alloc(2)), pixels(bytes)),
    ],
    [
      'transparency of packed pixels',
      png(
        ...[header({ bits: 1, color: 3 }), chunk('PLTE', Buffer.alloc(6))],
        ...[chunk('tRNS', Buffer.alloc(1)), pixels(Buffer.alloc(30))],
      ),
    ],
    ['pixels that unpack to 100 MB', png(header({}), pixels(Buffer.alloc(100_000_000)))],
    ['a chunk that ends before it begins', png(header({}), chunk('teXt', rows, 0xfffffff0))],
  ].map(([what, content]) => ({ what: String(what), content: content as Buffer }))
}
