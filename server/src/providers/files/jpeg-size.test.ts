import { expect, it } from 'vitest'
import { createJpegSize } from './jpeg-size.ts'

const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex')
const FRAME = 'ffc0001108fa003e80030122000211010311010000'
const SIZE = { height: 64_000, width: 16_000 }

const sizeOf = (content: Buffer, pieceBytes = content.length) => {
  const found = createJpegSize()
  for (let at = 0; at < content.length; at += pieceBytes)
    found.add(content.subarray(at, at + pieceBytes))
  return found.read()
}

it.each([1, 2, 3, 7, 1_000, 100_000])(
  'finds it in pieces of %i bytes, after long metadata',
  (n) => {
    const metadata = hex('ffe1fffe', '00'.repeat(65_532))
    expect(sizeOf(Buffer.concat([hex('ffd8'), metadata, metadata, hex(FRAME, 'ffda')]), n)).toEqual(
      SIZE,
    )
  },
)

it.each([
  ['no JPEG', hex('8950', FRAME)],
  ['image data before the frame', hex('ffd8', 'ffda000401ff', FRAME)],
  ['a marker that readers skip', hex('ffd8', 'ffd00004ffff', FRAME)],
  ['noise that readers skip', hex('ffd8', '00ff0004ffff', FRAME)],
  ['an empty segment', hex('ffd8', 'ffe00001', FRAME)],
  ['a file that breaks off', hex('ffd8', 'ffe0ffff', FRAME)],
  ['a frame that breaks off', hex('ffd8', FRAME).subarray(0, 10)],
])('finds none in %s', (_what, content) => {
  expect(sizeOf(content)).toBeUndefined()
})
