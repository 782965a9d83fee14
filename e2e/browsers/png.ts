// Counts the pixels of one color in a screenshot.
import { inflateSync } from 'node:zlib'

/** How many pixels have this color. For PNGs with 8 bits per channel, as browsers write them. */
export const countPixels = (png: Buffer, color: readonly [number, number, number]): number => {
  const width = png.readUInt32BE(16)
  const size = png[25] === 6 ? 4 : 3
  const stride = width * size
  const data = inflateSync(Buffer.concat(partsOf(png)))
  let above = Buffer.alloc(stride)
  let count = 0
  for (let at = 0; at < data.length; at += stride + 1) {
    const row = unfilter(data[at] ?? 0, data.subarray(at + 1, at + 1 + stride), above, size)
    for (let x = 0; x < stride; x += size) {
      if (color.every((value, channel) => row[x + channel] === value)) count += 1
    }
    above = row
  }
  return count
}

const partsOf = (png: Buffer): Buffer[] => {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const isData = png.toString('latin1', at + 4, at + 8) === 'IDAT'
    if (isData) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return parts
}

/** A row is stored as differences from the pixels to the left, above, or both. */
const unfilter = (
  filter: number,
  row: Buffer,
  above: Buffer,
  size: number,
): Buffer<ArrayBuffer> => {
  const plain = Buffer.alloc(row.length)
  for (const [index, value] of row.entries()) {
    const a = plain[index - size] ?? 0
    const b = above[index] ?? 0
    const c = index < size ? 0 : (above[index - size] ?? 0)
    const guesses = [0, a, b, (a + b) >> 1, nearest(a, b, c)]
    plain[index] = value + (guesses[filter] ?? 0)
  }
  return plain
}

const nearest = (a: number, b: number, c: number): number => {
  const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}
