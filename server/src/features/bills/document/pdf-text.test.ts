import { findAmounts } from '@invoice-desk/contract/document/find-amounts'
import { readPages } from '@invoice-desk/contract/document/pdf'
import { textOf } from '@invoice-desk/contract/document/pdf-text'
import { getDocument } from 'unpdf/pdfjs'
import { describe, expect, it } from 'vitest'
import { drawnPdf, manyPages, packedPdf, textPdf } from '../../../../test/support/pdfs.ts'

const amountsIn = async (pdf: Promise<Buffer> | Buffer) =>
  findAmounts(textOf(await readPages(getDocument, new Uint8Array(await pdf))))

const AMOUNT = '1,250.00'
const PLACE = [50, 50, 100, 20] as const
const AT = { x: 300, y: 50 }

describe('an amount is found', () => {
  it.each<[string, (document: PDFKit.PDFDocument) => void]>([
    [
      'in bold text that is drawn twice',
      (document) => {
        document.text(AMOUNT, AT.x, AT.y).text(AMOUNT, AT.x + 0.3, AT.y)
      },
    ],
    [
      'in a column that is drawn before the one on its left',
      (document) => {
        document.text(AMOUNT, AT.x, AT.y).text('3', 50, AT.y)
      },
    ],
    [
      'in a field of a form',
      (document) => {
        document.font('Helvetica').initForm()
        document.formText('total', ...PLACE, { value: AMOUNT })
      },
    ],
    [
      'in a text box',
      (document) => {
        document.annotate(...PLACE, { Subtype: 'FreeText', Contents: new String(AMOUNT) } as never)
      },
    ],
  ])('%s', async (_name, draw) => {
    expect(await amountsIn(drawnPdf(draw))).toContain(125_000)
  })
})

it.each([
  ['is encrypted', () => textPdf(['Total $1.00'], { userPassword: 'secret' })],
  ['is broken', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog')],
  ['has more than 50 pages', manyPages],
])('gives up on a PDF that %s', async (_name, pdf) => {
  await expect(amountsIn(pdf())).rejects.toThrow()
})

it('gives up on a font that does not say what its characters are', async () => {
  const inner =
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Other/FontDescriptor<</FontName/Other/Flags 4>>>>'
  const font = `<</Type/Font/Subtype/Type0/BaseFont/Other/Encoding/Identity-H/DescendantFonts[${inner}]>>`
  const content = Buffer.from('BT /F2 9 Tf 50 70 Td <00130014000F0015> Tj ET')
  expect(await amountsIn(packedPdf(content))).toEqual([100])
  await expect(amountsIn(packedPdf(content, font))).rejects.toThrow('fonts without characters')
})
