// Tests how the type of an upload is detected, including edge cases.
import { expect, it } from 'vitest'
import { createJpegSize } from '../../../providers/files/jpeg-size.ts'
import { fileNameOf, fileTypeOf, pixelsOf } from './file-check.ts'

const PNG_END = '0000000049454e44ae426082'
const size = (height: number, width: number, bytes: number) =>
  [height, width].map((side) => side.toString(16).padStart(bytes * 2, '0')).join('')
const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex')

const png = (height: number, width: number, end = PNG_END) =>
  hex('89504e470d0a1a0a0000000d49484452', size(height, width, 4), end)
/** A frame of the given size after an application segment. */
const jpeg = (height: number, width: number, frame = 'ffc0') =>
  hex(
    'ffd8',
    'ffe00004abcd',
    frame,
    '001108',
    size(height, width, 2),
    '00'.repeat(10),
    'ffda',
    '00'.repeat(9),
  )

const received = (content: Buffer) => {
  const found = createJpegSize()
  found.add(content)
  return { head: content, tail: content, jpegSize: found.read() }
}
const typeOf = (content: Buffer) => fileTypeOf(received(content))

it.each([
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ['a PDF 2.0', Buffer.from('%PDF-2.0\n'), 'application/pdf'],
  ['a PDF with an unknown version', Buffer.from('%PDF-3.0\n'), undefined],
  ['a PDF with leading bytes', Buffer.from('\n%PDF-1.7\n'), undefined],
  ['a PDF with a script', Buffer.from('%PDF-1.7\n<script>1'), undefined],
  ['a PDF with an archive', Buffer.from('%PDF-1.7\nPK\u0005\u0006'), undefined],
  ['a PNG', png(100, 100), 'image/png'],
  ['a PNG without pixels', png(0, 100), undefined],
  ['a PNG with trailing bytes', png(100, 100, `${PNG_END}00`), undefined],
  ['a PNG without its size', png(100, 100).subarray(0, 20), undefined],
  ['a JPEG', jpeg(100, 100), 'image/jpeg'],
  ['a progressive JPEG', jpeg(100, 100, 'ffc2'), 'image/jpeg'],
  ['a JPEG without pixels', jpeg(100, 0), undefined],
  ['a JPEG with a table instead of a frame', jpeg(0, 0, 'ffc4'), undefined],
  ['a JPEG with only its first bytes', hex('ffd8'), undefined],
  ['a JPEG with an empty segment', hex('ffd8', 'ffe00001', '00'.repeat(9)), undefined],
  ['a JPEG with an invalid marker', hex('ffd8', 'ff010010', '00'.repeat(9)), undefined],
  ['text', Buffer.from('hello'), undefined],
])('detects %s', (_what, content, type) => {
  expect(typeOf(content)).toBe(type)
})

it('counts the pixels of images', () => {
  expect(pixelsOf('image/png', received(png(15_600, 16_000)))).toBe(249_600_000)
  expect(pixelsOf('image/jpeg', received(jpeg(65_535, 65_535)))).toBe(65_535 ** 2)
  expect(pixelsOf('application/pdf', received(Buffer.from('%PDF-1.7\n')))).toBe(0)
})

it.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\bills\\May.PDF', 'May.pdf'],
  ['a\u202e<b>:"c|?*.jpeg', 'abc.pdf'],
  [' .pdf', 'invoice.pdf'],
  ['é'.repeat(151), `${'é'.repeat(150)}.pdf`],
])('renames %j to %j', (name, expected) => {
  expect(fileNameOf(name, 'application/pdf')).toBe(expected)
})
