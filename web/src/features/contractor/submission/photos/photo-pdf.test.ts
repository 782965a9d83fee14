// Photos in one PDF.
import { rotatedJpeg } from '@invoice-desk/testing/contractor/sample-files'
import { getDocument, OPS } from 'unpdf/pdfjs'
import { expect, it } from 'vitest'
import { photoPdf } from './photo-pdf.ts'

it('has a page for each photo, in its shape', async () => {
  const jpeg = new Blob([new Uint8Array(rotatedJpeg)])
  const blob = photoPdf([
    { jpeg, width: 48, height: 32 },
    { jpeg, width: 32, height: 48 },
  ])
  const data = new Uint8Array(await blob.arrayBuffer())
  const pdf = await getDocument({ data, stopAtErrors: true }).promise
  expect(pdf.numPages).toBe(2)
  const pages = await Promise.all([pdf.getPage(1), pdf.getPage(2)])
  expect(pages.map(({ view }) => view.map(Math.round))).toEqual([
    [0, 0, 842, 561],
    [0, 0, 561, 842],
  ])
  for (const page of pages) {
    expect((await page.getOperatorList()).fnArray).toContain(OPS.paintImageXObject)
  }
})
