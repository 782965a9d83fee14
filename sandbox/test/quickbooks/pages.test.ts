// The company's pages: lists, paying a bill, changing an invoice, and switches.
import { describe, expect, it } from 'vitest'
import { HARBOR, openCompany, TIDEWATER } from './support.ts'

const { sandbox, read, write, state } = await openCompany()
const home = `${sandbox.url}/quickbooks`
const companyPage = `${home}/companies/${HARBOR}`

const open = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, page: await response.text() }
}
const submit = async (url: string, fields: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { url: response.url, status: response.status, page: await response.text() }
}

describe('browsing', () => {
  it.each([
    ['', 'Harbor &amp; Finch Studio'],
    [`/companies/${TIDEWATER}`, 'Tidewater Supply Co.'],
    [`/companies/${HARBOR}/vendors`, 'O&#39;Malley Electric'],
    [`/companies/${HARBOR}/bills`, 'BW-10044'],
    [`/companies/${HARBOR}/customers`, 'Driftwood Inn'],
    [`/companies/${HARBOR}/invoices`, '1016'],
    [`/companies/${HARBOR}/customers`, '€840.00'],
    [`/companies/${HARBOR}/payments`, 'pi_3Sample1001HarborFinch'],
    [`/companies/${HARBOR}/accounts`, 'Office Expenses:Software'],
    ['/connection', 'Revoke the connection'],
  ])('shows %s', async (path, text) => {
    const { status, page } = await open(`${home}${path}`)
    expect(status).toBe(200)
    expect(page).toContain(text)
  })

  it.each([
    '/companies/1',
    `/companies/${HARBOR}/planets`,
    `/companies/${HARBOR}/bills/99999`,
    `/files/${HARBOR}/1`,
  ])('answers 404 at %s', async (path) => {
    expect((await open(`${home}${path}`)).status).toBe(404)
  })

  it('escapes names', async () => {
    await write('/vendor', { DisplayName: '<script>alert(1)</script>' })
    const { page } = await open(`${companyPage}/vendors`)
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toContain('<script>alert')
  })
})

describe('paying a bill', () => {
  it('records a bill payment for the open amount', async () => {
    const [bill] = (await state()).bills?.filter(({ DocNumber }) => DocNumber === 'OM-318') ?? []
    const result = await submit(`${companyPage}/bills/${bill?.Id}`, { amount: '305.00' })
    expect(result.page).toContain('The bill is paid.')
    expect(await read(`/bill/${bill?.Id}`)).toMatchObject({
      Balance: 0,
      LinkedTxn: [{ TxnType: 'BillPaymentCheck' }],
    })
    expect(result.page).not.toContain('Pay bill')
  })

  it('refuses more than the open amount, and invalid amounts', async () => {
    const [bill] = (await state()).bills?.filter(({ DocNumber }) => DocNumber === 'OM-318') ?? []
    for (const amount of ['306', '', 'lots', '1.234']) {
      const result = await submit(`${companyPage}/bills/${bill?.Id}`, { amount })
      expect(result.status).toBe(400)
      expect(result.page).toContain('role="alert"')
    }
    expect(await read(`/bill/${bill?.Id}`)).toMatchObject({ Balance: 305 })
  })
})

it('voids a bill, which keeps its number with an amount of zero', async () => {
  const [bill] = (await state()).bills?.filter(({ DocNumber }) => DocNumber === 'OM-318') ?? []
  expect((await open(`${companyPage}/bills/${bill?.Id}`)).page).toContain('>Void<')
  const { page } = await submit(`${companyPage}/bills/${bill?.Id}/void`, {})
  expect(page).toContain('voided')
  expect((await open(`${companyPage}/bills/${bill?.Id}`)).page).not.toContain('>Void<')
  expect(await read(`/bill/${bill?.Id}`)).toMatchObject({
    DocNumber: 'OM-318',
    TotalAmt: 0,
    Balance: 0,
  })
  expect((await open(`${home}/app/bill?txnId=${bill?.Id}`)).page).toContain('Bill OM-318')
  expect((await open(`${home}/app/bill?txnId=99999`)).status).toBe(404)
})

describe('changing an invoice', () => {
  it('changes amount and due date', async () => {
    const form = { SyncToken: '0', amount: '500', dueDate: '2027-01-31' }
    const { page } = await submit(`${companyPage}/invoices/103`, form)
    expect(page).toContain('The invoice was updated.')
    expect(await read('/invoice/103')).toMatchObject({
      TotalAmt: 500,
      Balance: 500,
      DueDate: '2027-01-31',
    })
  })

  it('refuses less than what was paid, and an outdated form', async () => {
    const { SyncToken } = await read('/invoice/102')
    const form = { SyncToken, amount: '299', dueDate: '2027-01-31' }
    expect((await submit(`${companyPage}/invoices/102`, form)).status).toBe(400)
    const old = await submit(`${companyPage}/invoices/102`, {
      ...form,
      SyncToken: '99',
      amount: '800',
    })
    expect([old.status, await read('/invoice/102')]).toMatchObject([400, { TotalAmt: 700 }])
  })
})

describe('switches in forms', () => {
  it('work and return to the page', async () => {
    const result = await submit(`${home}/switches/refresh-token-days`, { days: '3' })
    expect(result.url).toBe(`${home}/connection?done=refresh-token-days`)
    expect(result.page).toContain('Saved.')
    expect(
      (await submit(`${home}/switches/rate`, { perSecond: '-1', perMinute: '5' })).status,
    ).toBe(400)
  })
})
