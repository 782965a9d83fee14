// Small invoice files that the upload check accepts, and photos that the form makes acceptable.
import { readFileSync } from 'node:fs'

/** The smallest PDF that readers accept, or one of exactly this many bytes. */
export const samplePdf = (text = 'Invoice', bytes = 0): Buffer => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    `(${text})`,
  ]
  let body = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj${object}endobj\n`
    return tenDigits(offset)
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  const endAt = (place: number) =>
    `xref\n0 5\n0000000000 65535 f \n${table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${tenDigits(place)}\n%%EOF\n`
  const missing = bytes - body.length - endAt(0).length
  if (missing > 1) body += `%${'x'.repeat(missing - 2)}\n`
  return Buffer.from(body + endAt(body.length), 'latin1')
}

const tenDigits = (value: number): string => String(value).padStart(10, '0')

/** One pixel. */
export const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const sample = (name: string): Buffer => readFileSync(new URL(`./samples/${name}`, import.meta.url))

/** 48 × 32 pixels, the left half red; its metadata says that it has to be rotated clockwise. */
export const rotatedJpeg = sample('rotated.jpg')
/** The picture of `rotatedJpeg`, not rotated. */
export const sampleHeic = sample('photo.heic')
