// Tests the retailer's three export formats and everything that can be wrong with a file.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { toTransaction } from './charge.ts'
import type { Gathered } from './gather.ts'
import { readTransactionsFile } from './read-file.ts'

const sample = (name: string) =>
  readTransactionsFile(
    createReadStream(new URL(`../../../../test/support/retailer/${name}`, import.meta.url)),
  )

const read = (content: string | Buffer, pieceSize = 7): Promise<Gathered> => {
  const bytes = Buffer.from(content)
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, n) =>
    bytes.subarray(n * pieceSize, (n + 1) * pieceSize),
  )
  return readTransactionsFile(Readable.from(pieces))
}

const rowsOf = ({ charges }: Gathered) =>
  charges
    .map(toTransaction)
    .map(({ date, amount, card_used, order_id }) => [date, amount, card_used, order_id])

const AZAD = 'date,orderIds,amount,cardInfo,vendor'
const BUSINESS =
  'Order ID,Order Status,Payment Reference ID,Payment Date,Payment Amount,Payment Instrument Type,Payment Identifier'
const HISTORY =
  'Website,Order ID,Order Date,Currency,Total Amount,Payment Method Type,Order Status,Ship Date,Carrier Name & Tracking Number'

const azadRow = (amount: string, date = '2026-10-01', order = '111-0000001-0000001') =>
  `${date},${order},"${amount}",Visa ****4840,Amazon.com`

const azad = (...rows: string[]) => [AZAD, ...rows].join('\n')

describe('the Azad transactions export', () => {
  it('has positive charges and negative refunds, and its footer is skipped', async () => {
    const gathered = await sample('azad.csv')
    expect(gathered).toMatchObject({ format: 'azad', rows: 6, skipped: 1, refused: 0 })
    expect(rowsOf(gathered)).toEqual([
      ['2026-10-28', 8.45, 'Visa ending in 4840', '114-8216173-1042667'],
      ['2026-10-28', 1218.18, 'Visa ending in 4840', '111-8833758-4636222'],
      ['2026-10-27', 200, 'American Express ending in 9136', '111-5121514-5213005'],
      ['2026-10-23', 30.3, 'Mastercard ending in 2323', '111-4653097-8790633, 111-3530777-3713827'],
      ['2026-10-22', -7.99, 'Visa ending in 4840', '111-3530777-3713827'],
    ])
    expect(gathered.charges[0]?.orderUrl).toMatch(/^https:\/\/www\.amazon\.com\/.*114-8216173/)
  })

  it('can also be JSON', async () => {
    const gathered = await sample('azad.json')
    expect(rowsOf(gathered)).toEqual([
      ['2026-10-28', 8.45, 'Visa ending in 4840', '114-8216173-1042667'],
      ['2026-10-22', -7.99, 'Visa ending in 4840', '111-3530777-3713827'],
    ])
  })

  it('gives a charge the same id in CSV and JSON', async () => {
    const [csv, json] = await Promise.all([sample('azad.csv'), sample('azad.json')])
    expect(json.charges[0]?.id).toBe(csv.charges[0]?.id)
  })

  it('counts a duplicate row once', async () => {
    const gathered = await read(azad(azadRow('8.45'), azadRow('8.45')))
    expect([gathered.charges.length, gathered.repeated]).toEqual([1, 1])
  })
})

describe('the Amazon Business report', () => {
  it('becomes one charge per payment, whose amount every item repeats', async () => {
    const gathered = await sample('amazon-business.csv')
    expect(gathered).toMatchObject({ format: 'amazon_business', rows: 6, skipped: 1, refused: 0 })
    expect(rowsOf(gathered)).toEqual([
      ['2026-10-02', 1262.97, 'Visa ending in 4840', '112-1000001-2000001'],
      ['2026-10-04', 12.5, 'Visa ending in 4840', '112-1000001-2000001'],
      ['2026-10-06', 88, 'Pay by Invoice', '112-1000003-2000003'],
      ['2026-10-10', -12.5, 'Mastercard ending in 0042', '112-1000004-2000004'],
    ])
  })

  it('refuses a payment whose rows have different amounts', async () => {
    const row = (amount: string) => `112-1,Closed,pay-1,10/02/2026,${amount},Visa,1234`
    const gathered = await read([BUSINESS, row('$5.00'), row('$6.00')].join('\n'))
    expect(gathered).toMatchObject({ charges: [], refused: 2 })
    expect(gathered.problems.map(({ line }) => line)).toEqual([2, 3])
  })
})

describe('the order history', () => {
  it('becomes one charge per package, as the sum of its items', async () => {
    const gathered = await sample('order-history.csv')
    expect(gathered).toMatchObject({ format: 'order_history', rows: 6, skipped: 1, refused: 1 })
    expect(rowsOf(gathered)).toEqual([
      ['2026-09-02', 32.48, 'Visa ending in 4840', '113-2000001-3000001'],
      ['2026-09-02', 32.48, 'Visa ending in 4840', '113-2000001-3000001'],
      ['2026-09-07', 4.99, 'Gift Card and Visa ending in 4840', 'D01-2000003-3000003'],
    ])
    expect(gathered.problems).toEqual([{ line: 7, reason: "The currency isn't US dollars." }])
  })

  it('keeps two equal packages of one order apart, with the same ids each time', async () => {
    const [first, second] = await Promise.all([
      sample('order-history.csv'),
      sample('order-history.csv'),
    ])
    const ids = first.charges.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(second.charges.map(({ id }) => id)).toEqual(ids)
  })

  it('refuses a whole package when one of its items cannot be read', async () => {
    const row = (total: string) =>
      `Amazon.com,113-1,2026-09-01,USD,${total},Visa - 9371,Closed,2026-09-02,TBA1`
    const gathered = await read([HISTORY, row('5.00'), row('five'), row('6.00')].join('\n'))
    expect(gathered).toMatchObject({ charges: [], refused: 3 })
    expect(gathered.problems).toEqual([
      { line: 2, reason: "It's part of the same charge as line 3, which we rejected." },
      { line: 3, reason: "We can't read the amount." },
      { line: 4, reason: "It's part of the same charge as line 3, which we rejected." },
    ])
  })

  it('skips free items', async () => {
    const row = 'Amazon.com,113-1,2026-09-01,USD,0.00,Visa - 9371,Closed,2026-09-02,TBA1'
    expect(await read(`${HISTORY}\n${row}`)).toMatchObject({ charges: [], skipped: 1 })
  })
})

describe('amounts and dates', () => {
  it.each([
    ['$1,234.50', 1234.5],
    ['-$5', -5],
    ['($5.25)', -5.25],
    ['\u22125.25', -5.25],
    ['USD 7.10', 7.1],
    ['7.10 USD', 7.1],
    ['="12.30"', 12.3],
  ])('reads %s', async (text, amount) => {
    const gathered = await read(azad(azadRow(text.replaceAll('"', '""'))))
    expect(rowsOf(gathered)[0]?.[1]).toBe(amount)
  })

  it.each([
    ['€12.50', "The currency isn't US dollars."],
    ['£12.50', "The currency isn't US dollars."],
    ['12.50 EUR', "The currency isn't US dollars."],
    ['CDN$ 12.50', "The currency isn't US dollars."],
    ['12,50', "We can't read the amount."],
    ['1.234', "We can't read the amount."],
    ['=SUM(A1:A9)', "We can't read the amount."],
    ['N/A', 'The amount is missing.'],
    ['1,000,000,000.00', 'The amount is too large.'],
  ])('refuses %s', async (text, reason) => {
    const gathered = await read(azad(azadRow(text)))
    expect(gathered.problems).toEqual([{ line: 2, reason }])
  })

  it.each([
    ['2026-02-28T23:59:59Z', '2026-02-28'],
    ['2/8/26', '2026-02-08'],
    ['02/08/2026', '2026-02-08'],
  ])('reads the day of %s', async (text, day) => {
    expect(rowsOf(await read(azad(azadRow('1', text))))[0]?.[0]).toBe(day)
  })

  it.each(['2026-02-30', '13/13/2026', 'yesterday', '0001-01-01', ''])(
    'refuses the day %j',
    async (text) => {
      expect((await read(azad(azadRow('1', text)))).refused).toBe(1)
    },
  )
})

describe('a card', () => {
  it.each([
    ['Visa 4111 1111 1111 1234', 'Visa ending in 1234'],
    ['Jane Doe 4111111111111234', 'Card ending in 1234'],
    ['Amazon Gift Card 6006491234567890', 'Gift Card'],
    ['', ''],
  ])('%j is stored only as %j', async (text, expected) => {
    const gathered = await read(`${AZAD}\n2026-10-01,111-1,5.00,${text},Amazon.com`)
    expect(gathered.charges.map(toTransaction)[0]?.card_used).toBe(expected)
    expect(JSON.stringify(gathered)).not.toMatch(/4111|6006|Jane/)
  })
})

describe('a link', () => {
  const linked = async (url: string) => {
    const gathered = await read(
      `${AZAD},order urls\n2026-10-01,111-0000001-0000001,5.00,Visa,Amazon.com,${url}`,
    )
    return gathered.charges[0]?.orderUrl
  }

  it('is taken from the file if it is an https URL of the retailer', async () => {
    const url = 'https://www.amazon.com/order?orderID=1'
    expect(await linked(url)).toBe(url)
  })

  it.each([
    'http://www.amazon.com/order?orderID=1',
    'javascript:alert(1)',
    'https://amazon.com.evil.example/',
    'https://user@evil.example/amazon.com',
  ])('is dropped if it is %s', async (url) => {
    expect(await linked(url)).toBe('')
  })

  it('is built from the order id if the file has none', async () => {
    expect(await linked('')).toBe(
      'https://www.amazon.com/gp/your-account/order-details?orderID=111-0000001-0000001',
    )
  })
})

describe('an invalid file', () => {
  const refusal = (content: string | Buffer) =>
    read(content).then(
      () => 'it was read',
      ({ code, message, extra }) => ({ code, message, line: extra.line }),
    )

  it.each([
    ['an empty file', '', 'import_empty'],
    ['a header without rows', AZAD, 'import_empty'],
    ['an empty list', '[]', 'import_empty'],
    ['other columns', 'a,b\n1,2', 'import_unknown_format'],
    ['JSON of something else', '{"a": 1}', 'import_unknown_format'],
    ['a truncated JSON file', '[{"date": ', 'import_broken'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\u0000'), 'import_not_text'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'import_encoding'],
    ['UTF-16', Buffer.from(`\ufeff${AZAD}`, 'utf16le'), 'import_encoding'],
    ['UTF-16 without a byte-order mark', Buffer.from(AZAD, 'utf16le'), 'import_not_text'],
  ])('%s is refused with a clear message', async (_name, content, code) => {
    expect(await refusal(content)).toMatchObject({ code })
  })

  it('names the line that is not UTF-8', async () => {
    const latin1 = Buffer.from(azad(azadRow('1'), azadRow('2').replace('Amazon', 'Café')), 'latin1')
    expect(await refusal(latin1)).toMatchObject({ code: 'import_encoding', line: 3 })
  })

  it('names the line that has too many cells', async () => {
    const content = azad(azadRow('1'), `${azadRow('2')},more`, azadRow('3'))
    expect(await refusal(content)).toMatchObject({ code: 'import_broken', line: 3 })
  })

  it('names the line where a quotation mark is never closed', async () => {
    const content = azad(azadRow('1'), '2026-10-01,"111-1,5.00,Visa,Amazon.com', azadRow('3', ''))
    const answer = await refusal(content.replaceAll('"1"', '1').replaceAll('"3"', '3'))
    expect(answer).toMatchObject({ code: 'import_broken', line: 3 })
  })
})
