// The PDF of an invoice, with the same access, limits and faults as other calls.
import { extractText } from 'unpdf'
import { expect, it } from 'vitest'
import { postJson } from '../support.ts'
import { HARBOR, openCompany } from './support.ts'

const company = await openCompany()
const { sandbox, select, call, throwSwitch } = company

const idOf = async (number: string) =>
  (await select('Invoice', `WHERE DocNumber = '${number}'`))[0]?.Id
const pdf = async (id: string | undefined, headers: Record<string, string> = {}) =>
  fetch(`${company.settings.QBO_API_URL}/v3/company/${HARBOR}/invoice/${id}/pdf?minorversion=75`, {
    headers: {
      authorization: `Bearer ${company.tokens.access_token}`,
      accept: 'application/pdf',
      ...headers,
    },
  })

const textOf = async (response: Response) =>
  extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })

it('shows the company, the customer, the lines and the totals', async () => {
  const response = await pdf(await idOf('1009'))
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('intuit_tid')).toBeTruthy()
  const { text, totalPages } = await textOf(response)
  expect(totalPages).toBe(1)
  for (const part of [
    'Harbor & Finch Studio',
    'Cobalt Coffee Roasters',
    '120 Main Street',
    '1009',
    'Takeaway cups, two colors, 12 oz',
    '600.00',
    '0.50',
    'DISCOUNT 20% -$120.00',
    'TAX $24.00',
    'BALANCE DUE $504.00',
    'Your reorder discount is included.',
  ])
    expect(text).toContain(part)
})

it('tells credits from payments, counts bundles, and prints dates as in the US', async () => {
  const credited = await textOf(await pdf(await idOf('1012')))
  expect(credited.text).toContain('CREDIT -$190.00')
  expect(credited.text).not.toContain('PAYMENT')
  expect(credited.text).toMatch(/DATE \d\d\/\d\d\/20\d\d/)
  const bundle = await textOf(await pdf(await idOf('1014')))
  expect(bundle.text).toContain('Open house kit 1')
  expect(bundle.text).toContain('PAYMENT -$1,000.00')
  expect(bundle.text).toContain('Tacoma, WA 98402')
})

it('is refused as JSON, for unknown invoices and without access', async () => {
  const id = await idOf('1009')
  expect((await call(`/invoice/${id}/pdf`)).status).toBe(400)
  expect((await pdf('999999')).status).toBe(400)
  expect((await pdf(id, { accept: '*/*' })).status).toBe(200)
  const refused = await pdf(id, { authorization: 'Bearer wrong' })
  expect(refused.status).toBe(401)
  expect(await refused.text()).toContain('<Error code="3200">')
})

it('is counted against the rate limit, and can break off', async () => {
  const id = await idOf('1008')
  await postJson(`${sandbox.url}/faults`, {
    provider: 'quickbooks',
    mode: 'cut-midway',
    match: '/pdf',
    times: 1,
  })
  const broken = await pdf(id)
  expect(broken.status).toBe(200)
  await expect(broken.arrayBuffer()).rejects.toThrow()
  await throwSwitch('rate', { perSecond: 0, perMinute: 1 })
  await pdf(id)
  expect((await pdf(id)).status).toBe(429)
})
