// Tests that the receipt is the same file in the email and at its link, and shows what was paid and what remains.
import { getQboConnection } from '@invoice-desk/contract/accounting/connection'
import { readReceipt } from '@invoice-desk/contract/payments/payments'
import { createServer, type RunningServer } from '@invoice-desk/server/server'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConnectionRow, updateSeals } from '../../src/features/accounting/connection/queries.ts'
import { createSealer, type Keyring } from '../../src/secrets/sealing.ts'
import { areFontsEmbedded, type Piece, pagesOf, piecesOf } from '../support/pdf-text.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ BUSINESS_ADDRESS: '400 Harbor Way; Portland, OR 97209' })
})
afterAll(() => shop.desk.close())

const download = async (url: string) => {
  const response = await fetch(url)
  const content = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, content }
}

/** Text that runs into the page margin or into the next text on its line. */
const listOverruns = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(({ left, right, y }) => {
    const next = pieces.filter((other) => other.y === y && other.left > left)
    return right > Math.min(556.01, ...next.map((other) => other.left))
  })

/** As QuickBooks often has it: with the name as its first line. */
const ADDRESS = {
  Line1: 'Aspen Ridge Dental',
  Line2: '7 Aspen Road',
  City: 'Bend',
  CountrySubDivisionCode: 'OR',
  PostalCode: '97701',
}

describe('the receipt', () => {
  it('lists each invoice with what was paid and what remains', async () => {
    const [whole, part] = await shop.invoices(120.5, 300)
    if (!whole || !part) throw new Error('no invoices')
    await shop.write('invoice', {
      Id: whole.qboId,
      SyncToken: '0',
      sparse: true,
      BillAddr: ADDRESS,
    })
    const { body } = await shop.pay([whole, { ...part, amount: 100.25 }])
    const { status, headers, content } = await download(body.receiptUrl)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toMatch(
      /^inline; filename="receipt-[\dA-F-]+\.pdf"$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const attempt = await shop.attemptOf(whole.number)
    const pages = pagesOf(content)
    expect(pages).toHaveLength(1)
    const lines = pages[0]?.split('\n') ?? []
    expect(lines).toEqual([
      'Harbor & Finch Studio',
      '400 Harbor Way',
      'Portland, OR 97209',
      'billing@harborfinch.example',
      'Receipt',
      expect.stringMatching(/^No\. \d{8}-[\dA-F]{8}$/),
      ...['Amount paid', '$220.75', 'Paid'],
      'Received from',
      'Aspen Ridge Dental',
      'Pat Payer',
      'pat@payer.example',
      '7 Aspen Road',
      'Bend, OR 97701',
      'Date',
      expect.stringMatching(/^\w{3} \d{1,2}, \d{4}$/),
      'Paid with',
      'Visa ending in 4242',
      'Reference',
      attempt?.reference,
      ...['Invoice', 'Balance before', 'Amount paid', 'Remaining'],
      ...[whole.number, '$120.50', '$120.50', '$0.00'],
      ...[part.number, '$300.00', '$100.25', '$199.75'],
      'Total paid',
      '$220.75',
      '$199.75 remained on these invoices when you paid.',
      expect.stringContaining('billing@harborfinch.example'),
      expect.stringMatching(/, page 1 of 1$/),
    ])
  })

  it('does not tell the address of a customer to someone who paid a cent', async () => {
    const [invoice] = await shop.invoices(120.5)
    if (!invoice) throw new Error('no invoice')
    const version = { Id: invoice.qboId, SyncToken: '0', sparse: true }
    await shop.write('invoice', { ...version, BillAddr: ADDRESS })
    const { body } = await shop.pay([{ ...invoice, amount: 1 }])
    const { content } = await download(body.receiptUrl)
    expect(pagesOf(content)[0]).not.toContain('97701')
  })

  it('is emailed once, as the same file and with its link', async () => {
    const invoices = await shop.invoices(64)
    const email = 'receipts@payer.example'
    const { body } = await shop.pay(invoices, { email })
    const mail = (await waitForMail(shop.desk, email, 'Receipt')) as Awaited<
      ReturnType<typeof waitForMail>
    > & { id: string; attachments: { name: string; type: string }[] }
    const { content, headers } = await download(body.receiptUrl)
    expect(mail.subject).toBe(`Receipt for invoice ${invoices[0]?.number}: $64.00`)
    expect(mail.attachments).toMatchObject([
      { type: 'image/png', contentId: 'logo' },
      { type: 'application/pdf' },
    ])
    expect(headers.get('content-disposition')).toContain(mail.attachments[1]?.name)
    const attached = `${shop.desk.sandbox.url}/mail/messages/${mail.id}/attachments/1`
    expect((await download(attached)).content.equals(content)).toBe(true)
    const [link = ''] = mail.links
    expect(link).toContain(`${shop.desk.url}${readReceipt.path}?payment=`)
    expect((await download(link)).content.equals(content)).toBe(true)
    const attempt = await shop.waitForState(invoices[0]?.number ?? '', 'booked')
    expect(mail.messageId).toContain(`payment-${attempt.id}-receipt@`)
    expect(await mailsTo(shop.desk, email)).toHaveLength(1)
  })

  it('says in the email what remains, and leads to paying the rest', async () => {
    const [whole, unnumbered, part] = await shop.invoices(50, 20, 300)
    if (!whole || !unnumbered || !part) throw new Error('no invoices')
    // The page can't find it anymore, so the link isn't to this one.
    await shop.write('invoice', {
      ...{ Id: unnumbered.qboId, SyncToken: '0', sparse: true },
      DocNumber: '',
    })
    const email = 'partial@payer.example'
    const lines = [whole, { ...unnumbered, amount: 5 }, { ...part, amount: 100.25 }]
    await shop.pay(lines, { email })
    const { text, html } = await waitForMail(shop.desk, email, 'Receipt')
    expect(text).toContain(' · Visa ending in 4242\n')
    expect(text).toContain(`Invoice ${whole.number} · paid in full: $50.00\n`)
    expect(text).toContain(`Invoice ${part.number} · $199.75 remaining: $100.25\n`)
    expect(text).toContain('Harbor & Finch Studio\n400 Harbor Way\nPortland, OR 97209\n')
    const url = `${shop.desk.url}/pay-invoice?invoice=${part.number}&date=${INVOICE_DATE}`
    expect(text).toContain(`Pay the remaining $214.75:\n${url}\n`)
    expect(text).toContain('The remaining amounts are from when you paid.')
    expect(html).toContain(`href="${url.replace('&', '&amp;')}"`)
  })

  it('continues over several pages, with each invoice on one of them', async () => {
    const invoices = await shop.invoices(...Array.from({ length: 60 }, (_, n) => n + 1))
    const { body } = await shop.pay(invoices, {
      companyName: 'Ångström Æther & Söhne '.repeat(8).trim(),
      payerName: 'Łukasz Żółć Ωμέγα Сергей',
      email: `${'m'.repeat(60)}@${'long-domain'.repeat(5)}.example`,
    })
    const { content } = await download(body.receiptUrl)
    const pages = pagesOf(content)
    expect(pages.length).toBeGreaterThan(1)
    const words = pages.flatMap((page) => page.split('\n'))
    for (const { number } of invoices) {
      expect(words.filter((word) => word === number)).toHaveLength(1)
    }
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Remaining')
      expect(page).toContain(`page ${index + 1} of ${pages.length}`)
    }
    expect(words).toContain('$1,830.00')
    expect(words).toContain('Łukasz Żółć Ωμέγα Сергей')
    // Embedded fonts, so that a PDF reader's substitute can't overflow the columns.
    expect(areFontsEmbedded(content)).toBe(true)
    expect(content.length).toBeLessThan(100_000)
    expect(piecesOf(content).flatMap(listOverruns)).toEqual([])
  })

  it('has the booking’s date in the business time zone, even if UTC is in the next month', async () => {
    const invoices = await shop.invoices(41)
    const number = invoices[0]?.number ?? ''
    await shop.waitForBookings()
    await shop.fault('error', '/payment?', 1_000)
    const { body } = await shop.pay(invoices)
    await shop.waitForState(number, 'booking')
    const evening = sql`'2026-11-01T02:00:00Z'::timestamptz`
    await shop.changeAttempt(
      number,
      sql`created_at = ${evening}, captured_at = ${evening}, paid_day = NULL`,
    )
    await shop.clearFaults()
    const { reference } = await shop.waitForJanitor(number, 'booked')
    expect(await shop.bookingsOf(reference)).toMatchObject([{ TxnDate: '2026-10-31' }])
    const words = pagesOf((await download(body.receiptUrl)).content).join('\n')
    expect(words).toContain('Date\nOct 31, 2026\n')
    expect(words).toContain('No. 20261031-')
  })

  it('shows later refunds, and no longer what remains', async () => {
    const { number, ...invoice } = await shop.invoice(120)
    const { body } = await shop.pay([{ ...invoice, number, amount: 90 }])
    expect(body.receipt.invoices).toMatchObject([{ remaining: 30 }])
    const { reference } = await shop.waitForState(number, 'booked')
    await shop.post(`/stripe/payments/${reference}/refund`, { amount: 2_550 })
    const refunded = async () => Number((await shop.attemptOf(number))?.refunded_cents)
    await expect.poll(refunded).toBe(2_550)
    const { content } = await download(body.receiptUrl)
    const words = pagesOf(content).join('\n')
    expect(words).toContain('Partly refunded')
    expect(words).toContain('$25.50 of this was refunded later.')
    expect(words).toContain(`\nInvoice\nAmount paid\n${number}\n$90.00\nTotal paid\n`)
    const { receipt } = (await shop.complete(body.paymentId)).body
    expect(receipt.invoices).toEqual([{ number, date: INVOICE_DATE, amount: 90 }])
  })
})

describe('no receipt', () => {
  it('exists for an unpaid attempt', async () => {
    const invoices = await shop.invoices(75)
    const { body } = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
    const answer = await shop.desk.call(readReceipt, { query: { payment: body.paymentId } })
    expect([answer.status, answer.body.code]).toEqual([404, 'payment_unknown'])
  })

  it.each(['forged', '3f2a9c01-0000-4000-8000-000000000000'])('exists for %s', async (payment) => {
    const answer = await shop.desk.call(readReceipt, { query: { payment } })
    expect([answer.status, answer.body.code]).toEqual([404, 'payment_unknown'])
  })
})

describe('a new SECRET_KEY', () => {
  let restarted: RunningServer | undefined
  /** Restarts the server on the same database with other keys. */
  const restart = async (keyring: Keyring) => {
    const { config } = shop.desk.desk.dependencies
    await (restarted ?? shop.desk.desk).close()
    restarted = await createServer({ ...config, keyring })
    await restarted.app.listen({ port: config.port, host: 'localhost' })
    return restarted.dependencies.database.db
  }
  afterAll(() => restarted?.close())

  const connection = async () =>
    (await shop.desk.call(getQboConnection, { token: shop.token })).body.status

  it('opens what the previous key sealed, reseals the tokens, and then works without the previous key', async () => {
    const { database, config } = shop.desk.desk.dependencies
    const current = Buffer.alloc(32, 8)
    const withNewKeyOnly = createSealer({ current, previous: [] }, 'quickbooks')
    const [first, second] = await shop.invoices(33, 44)
    if (!first || !second) throw new Error('no invoices')
    const { body: old } = await shop.pay([first])
    const before = await findConnectionRow(database.db)
    expect(withNewKeyOnly.open(before?.refreshToken ?? '')).toBeUndefined()

    const db = await restart({ current, previous: [config.keyring.current] })
    expect((await download(old.receiptUrl)).status).toBe(200)
    // The search that found this invoice sealed its id with the previous key.
    const { body: fresh } = await shop.pay([second])
    expect(await connection()).toBe('connected')
    await expect
      .poll(async () => withNewKeyOnly.open((await findConnectionRow(db))?.refreshToken ?? ''))
      .toBeDefined()
    // A renewal that started earlier can still save its tokens, and resealing never overwrites them.
    const after = await findConnectionRow(db)
    expect(after?.version).toBe(before?.version)
    const stale = { accessToken: 'stale', refreshToken: 'stale' }
    expect(await updateSeals(db, (after?.version ?? 0) - 1, stale)).toBe(false)

    await restart({ current, previous: [] })
    expect(await connection()).toBe('connected')
    expect((await download(fresh.receiptUrl)).status).toBe(200)
    expect((await download(old.receiptUrl)).status).toBe(404)
  })
})
