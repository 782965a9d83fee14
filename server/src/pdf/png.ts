// Reads a PNG strictly and writes it again. The PDF library trusts its input: a crafted file can end the process or stop
// it for minutes, so the library gets only what is written here.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex')

const HEADER_BYTES = 13
const FILTER_MAX = 4
/** By color type. Alpha must have whole bytes, because the PDF library separates it. */
const COLORS: Readonly<Record<number, { channels: number; bits: readonly number[] }>> = {
  0: { channels: 1, bits: [1, 2, 4, 8] },
  2: { channels: 3, bits: [8] },
  3: { channels: 1, bits: [1, 2, 4, 8] },
  4: { channels: 2, bits: [8] },
  6: { channels: 4, bits: [8] },
}
const INDEXED = 3
/** Chunks that tell browsers how to show the colors. The PDF library skips them. */
const COLOR_PROFILE = ['iCCP', 'sRGB', 'gAMA', 'cHRM']

type Chunk = { readonly type: string; readonly data: Buffer }
type Size = { readonly width: number; readonly height: number }

/** Throws if it isn't a PNG that the PDF library can draw. `assertSize` is called before its pixels are unpacked. */
export const readPng = (content: Buffer, assertSize: (size: Size) => void) => {
  const chunks = readChunks(content)
  const header = readHeader(chunks)
  assertSize(header)
  const { width, height } = header
  const written = Buffer.concat([
    PNG_START,
    chunkOf('IHDR', header.data),
    ...chunks
      .filter(({ type }) => COLOR_PROFILE.includes(type))
      .map(({ type, data }) => chunkOf(type, data)),
    ...paletteOf(chunks, header),
    chunkOf('IDAT', deflateSync(rowsOf(chunks, header), { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
  return { content: written, width, height }
}

const readChunks = (content: Buffer): Chunk[] => {
  if (!content.subarray(0, PNG_START.length).equals(PNG_START)) throw new Error('it is not a PNG')
  const chunks: Chunk[] = []
  for (let at = PNG_START.length; at + 12 <= content.length; ) {
    const end = at + 8 + content.readUInt32BE(at)
    const type = content.toString('latin1', at + 4, at + 8)
    if (end + 4 > content.length) break
    chunks.push({ type, data: content.subarray(at + 8, end) })
    if (type === 'IEND') return chunks
    at = end + 4
  }
  throw new Error('it breaks off')
}

type Header = ReturnType<typeof readHeader>

const readHeader = ([first, ...others]: readonly Chunk[]) => {
  if (first?.type !== 'IHDR' || first.data.length !== HEADER_BYTES) {
    throw new Error('it has no header')
  }
  if (others.some(({ type }) => type === 'IHDR')) throw new Error('it has two headers')
  const { data } = first
  const [bits = 0, color = -1, compression, filter, interlacing] = data.subarray(8)
  const known = COLORS[color]
  if (!known?.bits.includes(bits)) throw new Error('unusual colors')
  if (compression !== 0 || filter !== 0) throw new Error('unknown compression')
  if (interlacing !== 0) throw new Error('it is interlaced')
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  if (width === 0 || height === 0) throw new Error('it has no pixels')
  return { data, width, height, bits, color, channels: known.channels }
}

/** The palette and its transparency. */
const paletteOf = (chunks: readonly Chunk[], { color, bits }: Header): Buffer[] => {
  const find = (type: string) => chunks.find((chunk) => chunk.type === type)?.data
  const transparency = find('tRNS')
  if (color !== INDEXED) {
    // The PDF library would make other pixels transparent.
    if (transparency) throw new Error('a transparent color')
    return []
  }
  const palette = find('PLTE') ?? Buffer.alloc(0)
  const count = palette.length / 3
  if (count < 1 || count > 2 ** bits || !Number.isInteger(count)) throw new Error('its palette')
  if (!transparency) return [chunkOf('PLTE', palette)]
  // The PDF library expects a byte per pixel here, and a value for each color.
  if (bits < 8) throw new Error('packed pixels')
  const alpha = Buffer.alloc(count, 255)
  transparency.copy(alpha)
  return [chunkOf('PLTE', palette), chunkOf('tRNS', alpha)]
}

const rowsOf = (chunks: readonly Chunk[], { width, height, channels, bits }: Header): Buffer => {
  const data = chunks.flatMap((chunk) => (chunk.type === 'IDAT' ? [chunk.data] : []))
  const rowBytes = 1 + Math.ceil((width * channels * bits) / 8)
  const bytes = rowBytes * height
  const rows = inflateSync(Buffer.concat(data), { maxOutputLength: bytes + 1 })
  if (rows.length !== bytes) throw new Error('its pixels are incomplete')
  for (let row = 0; row < bytes; row += rowBytes) {
    if ((rows[row] ?? 0) > FILTER_MAX) throw new Error('a row has an unknown filter')
  }
  return rows
}

const chunkOf = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
