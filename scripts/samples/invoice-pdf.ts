// Writes a one-page invoice as a PDF: heading, lines and total.
import { formatDate } from '../../contract/src/values/dates.ts'
import { formatUsd } from '../../contract/src/values/money.ts'
import type { SampleBill } from './bills.ts'

type Text = readonly [font: 'F1' | 'F2', size: number, x: number, y: number, text: string]

type Invoice = Pick<SampleBill, 'vendor' | 'number' | 'amountCents' | 'lines'>

export const invoicePdf = (bill: Invoice, date: string, dueDate: string): Buffer => {
  const lines = bill.lines ?? []
  const totalY = 560 - lines.length * 22
  const texts: Text[] = [
    ['F2', 22, 60, 760, bill.vendor],
    ['F1', 11, 60, 738, 'Invoice to Harbor & Finch Studio'],
    ['F2', 13, 60, 690, `Invoice ${bill.number}`],
    ['F1', 11, 60, 670, `Date: ${formatDate(date)}`],
    ['F1', 11, 60, 654, `Due: ${formatDate(dueDate)}`],
    ['F2', 11, 60, 600, 'Description'],
    ['F2', 11, 440, 600, 'Amount'],
    ...lines.flatMap(([text, cents], index): Text[] => [
      ['F1', 11, 60, 576 - index * 22, text],
      ['F1', 11, 440, 576 - index * 22, formatUsd(cents)],
    ]),
    ['F2', 13, 60, totalY - 24, 'Total'],
    ['F2', 13, 440, totalY - 24, formatUsd(bill.amountCents)],
    ['F1', 9, 60, 60, 'This is a sample invoice. No payment is due.'],
  ]
  const rules = [592, totalY].map((y) => `60 ${y} m 535 ${y} l S`)
  return pdfOf([...rules, ...texts.map(drawText)].join('\n'))
}

const drawText = ([font, size, x, y, text]: Text): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`

const pdfOf = (content: string): Buffer => {
  const fontOf = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    fontOf('Helvetica'),
    fontOf('Helvetica-Bold'),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}
