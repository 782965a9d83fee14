// Tests which logos PDFs show, and that the PDF library gets nothing but a picture.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { hostileLogos } from '@invoice-desk/testing/abuse/hostile-logos'
import { afterAll, expect, it, vi } from 'vitest'
import type { Config } from '../settings/config.ts'
import { drawLogo, findPrintableLogo, warnAboutLogo } from './logo.ts'
import { readPng } from './png.ts'
import { renderPdf } from './render.ts'

const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

const chunk = (type: string, data = Buffer.alloc(0)): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
/** 4 × 4 pixels. */
const png = (bits: number, color: number, rowBytes: number, ...more: Buffer[]) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, bits, color, 0, 0, 0])),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(4 * (1 + rowBytes)), { level: 9 })),
    chunk('IEND'),
  ])
const PALETTE = chunk('PLTE', Buffer.alloc(9))
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f00d2cf20ffd9',
  'hex',
)

const businessLogoOf = (name: string, content: Buffer) => {
  const businessLogo = join(folder, `${name.replaceAll(' ', '-')}.png`)
  writeFileSync(businessLogo, content)
  return { businessLogo } as Config
}

it.each([
  ['gray', png(8, 0, 4)],
  ['black and white', png(1, 0, 1)],
  ['colors', png(8, 2, 12)],
  ['a palette', png(2, 3, 1, PALETTE)],
  ['a transparent palette', png(8, 3, 4, PALETTE, chunk('tRNS', Buffer.alloc(3)))],
  ['transparent gray', png(8, 4, 8)],
  ['transparent colors', png(8, 6, 16)],
  ['a JPEG', JPEG],
])('shows %s', async (name, content) => {
  const logo = findPrintableLogo(businessLogoOf(name, content))
  expect(logo?.content).toEqual(content)
  const info = { title: '', author: '', createdAt: new Date(0) }
  const pdf = await renderPdf(info, (doc) => void drawLogo(doc, logo, '#000000'))
  expect(pdf.toString('latin1')).toContain('/Subtype /Image')
})

it('shows the product’s mark without a logo', () => {
  expect(findPrintableLogo({ businessLogo: undefined, uploadedLogo: undefined })?.isMark).toBe(true)
})

it.each([...hostileLogos(), { what: 'half a JPEG', content: JPEG.subarray(0, 24) }])(
  'leaves out a file with $what, with a warning',
  ({ what, content }) => {
    const config = businessLogoOf(what, content)
    const warn = vi.fn()
    warnAboutLogo(config, { warn } as never)
    expect(findPrintableLogo(config)).toBeUndefined()
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('BUSINESS_LOGO'))
  },
)

it('keeps only the picture and its color profile', () => {
  const profile = chunk('gAMA', Buffer.alloc(4))
  const extras = [chunk('tEXt', Buffer.from('Author\0me')), PALETTE, chunk('acTL', Buffer.alloc(8))]
  const { content } = readPng(png(8, 2, 12, ...extras, profile), () => {})
  expect(content).toEqual(png(8, 2, 12, profile))
})
