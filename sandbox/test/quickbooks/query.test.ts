// The query language: what it finds, how it pages, and what it refuses.
import { describe, expect, it, vi } from 'vitest'
import { type Entity, errorOf, openCompany } from './support.ts'

const { query, select, write, call, throwSwitch } = await openCompany()

const names = async (where: string) =>
  (await select('Vendor', where)).map(({ DisplayName }) => DisplayName)
const response = async (text: string) => (await query(text)).body.QueryResponse
const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

describe('finding', () => {
  it('answers with a query response', async () => {
    const { status, body } = await query("SELECT * FROM Bill WHERE DocNumber = 'BH-77'")
    expect(status).toBe(200)
    expect(body).toEqual({
      QueryResponse: { Bill: [expect.any(Object)], startPosition: 1, maxResults: 1 },
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-08:00$/),
    })
  })

  it('answers with an empty response when nothing matches', async () => {
    expect(await response("SELECT * FROM Bill WHERE DocNumber = 'none'")).toEqual({})
  })

  it('counts', async () => {
    expect(await response('select count(*) from Invoice')).toEqual({ totalCount: 17 })
    expect(await response("SELECT COUNT(*) FROM Invoice WHERE Balance > '0'")).toEqual({
      totalCount: 12,
    })
  })

  it('accepts the query as the body of a POST', async () => {
    const { body } = await call('/query', {
      method: 'POST',
      headers: { 'content-type': 'application/text' },
      body: "SELECT * FROM Vendor WHERE DisplayName = 'Pier 9 Storage'",
    })
    expect(body.QueryResponse).toMatchObject({ maxResults: 1 })
  })

  it.each([
    ["Balance = '0'", 5],
    ['Balance = 0', 5],
    ["Balance != '0'", 12],
    ["Balance > '420' AND Balance <= '760'", 5],
    ['TotalAmt >= 1260 AND TotalAmt < 1900', 2],
    ["CustomerRef = '14'", 3],
    ["CustomerRef IN ('14', '15')", 6],
    ["DocNumber LIKE '101%'", 8],
    ["DocNumber LIKE '%0%1%'", 9],
    ["DocNumber IN ('1001', '1016', 'none')", 2],
    ["TxnDate > '1999-01-01' AND CustomerRef = '15' AND Balance > '0'", 1],
    ["MetaData.LastUpdatedTime > '2020-01-01T00:00:00-08:00'", 17],
    ["Metadata.CreateTime >= '2020-01-01'", 17],
    ["MetaData.LastUpdatedTime < '2020-01-01T00:00:00Z'", 0],
    ["Id = '101'", 1],
  ])('finds invoices where %s', async (where, count) => {
    expect(await select('Invoice', `WHERE ${where}`)).toHaveLength(count)
  })

  it('ignores case in names', async () => {
    expect(await names("WHERE DisplayName = 'PIER 9 storage'")).toEqual(['Pier 9 Storage'])
    expect(await names("WHERE DisplayName LIKE '%STORAGE'")).toEqual(['Pier 9 Storage'])
    expect(await names("WHERE PrimaryEmailAddr = 'DANA@whitfield.example'")).toEqual([
      'Dana Whitfield',
    ])
  })

  it('finds a bill by vendor and number', async () => {
    const found = await select('Bill', "WHERE VendorRef = '4' AND DocNumber = '88260'")
    expect(found).toMatchObject([{ DocNumber: '88260', Balance: 431.75 }])
  })

  it('hides inactive records unless the query filters by Active', async () => {
    const hidden = 'Quill Paper Supply (deleted)'
    expect(await names('MAXRESULTS 1000')).not.toContain(hidden)
    expect(await names('WHERE Active = false')).toEqual([hidden])
    expect(await names('WHERE Active IN (true, false)')).toHaveLength(13)
  })

  it('lists the accounts for bills with their full names', async () => {
    const accounts = await select(
      'Account',
      "WHERE AccountType IN ('Expense','Other Expense','Cost of Goods Sold') MAXRESULTS 1000",
    )
    const full = accounts.map(({ FullyQualifiedName }) => FullyQualifiedName)
    expect(full).toContain('Office Expenses:Software')
    expect(full).toContain('Cost of Goods Sold:Subcontractors')
    expect(full).not.toContain('Old Warehouse')
    expect(full).not.toContain('Checking')
  })

  it('returns only the selected fields, marked sparse', async () => {
    const { body } = await query(
      "SELECT Id, DocNumber, MetaData.CreateTime FROM Bill WHERE DocNumber = 'BH-77'",
    )
    expect(body.QueryResponse).toMatchObject({
      Bill: [{ domain: 'QBO', sparse: true, DocNumber: 'BH-77', Id: expect.any(String) }],
    })
    expect(JSON.stringify(body)).not.toContain('TotalAmt')
  })
})

describe('order and pages', () => {
  it.each([
    ['ORDERBY DocNumber ASC', ['1001', '1002', '1003']],
    ['ORDER BY DocNumber DESC', ['1017', '1016', '1015']],
    ['ORDERBY TotalAmt DESC, DocNumber', ['1007', '1014', '1011']],
    ['orderby CustomerRef desc, DocNumber asc', ['1017', '1014', '1015']],
  ])('orders by %s', async (order, expected) => {
    const found = await select('Invoice', `${order} MAXRESULTS 3`)
    expect(found.map(({ DocNumber }) => DocNumber)).toEqual(expected)
  })

  it('pages without gaps or repeats', async () => {
    const seen: unknown[] = []
    for (const start of [1, 6, 11, 16]) {
      const rows = await select('Invoice', `ORDERBY DocNumber STARTPOSITION ${start} MAXRESULTS 5`)
      seen.push(...rows.map(({ DocNumber }) => DocNumber))
    }
    expect(seen).toEqual(Array.from({ length: 17 }, (_, index) => String(1001 + index)))
    expect(await response('SELECT * FROM Invoice STARTPOSITION 18')).toEqual({})
  })

  it('returns 100 records by default, and up to 1,000', async () => {
    await throwSwitch('fill', { vendors: 1100 })
    expect(await select('Vendor')).toHaveLength(100)
    expect(await select('Vendor', 'MAXRESULTS 1000')).toHaveLength(1000)
    expect(await select('Vendor', 'STARTPOSITION 1001 MAXRESULTS 1000')).toHaveLength(112)
    expect(errorOf(await query('SELECT * FROM Vendor MAXRESULTS 1001')).code).toBe('4001')
  })

  it.each([
    'Customer',
    'Invoice',
    'Payment',
    'CreditMemo',
    'PaymentMethod',
    'Vendor',
    'Bill',
    'BillPayment',
    'Account',
  ])('pages through %s in the order of changes, from a given time on', async (name) => {
    const timeOf = ({ MetaData }: Entity) => String(Object(MetaData).LastUpdatedTime)
    const isList = ['Customer', 'PaymentMethod', 'Vendor', 'Account'].includes(name)
    const and = isList ? 'AND Active IN (true, false) ' : ''
    const pageOf = (since: string, start: number) =>
      select(
        name,
        `WHERE MetaData.LastUpdatedTime >= '${since}' ${and}ORDERBY MetaData.LastUpdatedTime STARTPOSITION ${start} MAXRESULTS 2`,
      )
    const all: Entity[] = []
    for (let page = await pageOf('2020-01-01', 1); page.length > 0; ) {
      all.push(...page)
      page = await pageOf('2020-01-01', all.length + 1)
    }
    const where = isList ? ' WHERE Active IN (true, false)' : ''
    const { totalCount } = Object(await response(`SELECT COUNT(*) FROM ${name}${where}`))
    expect([all.length, new Set(all.map(({ Id }) => Id)).size]).toEqual([totalCount, totalCount])
    expect(all.map(timeOf)).toEqual(all.map(timeOf).sort())
    const last = timeOf(all.at(-1) as Entity)
    const withinLastSecond = all.filter((each) => timeOf(each) === last)
    expect(await pageOf(last, 1)).toEqual(withinLastSecond.slice(0, 2))
    const later = new Date(Date.parse(last) + 1).toISOString()
    expect(await pageOf(later, 1)).toEqual([])
  })

  it('moves a changed record to the end of the order of changes', async () => {
    const text = 'ORDERBY Metadata.LastUpdatedTime'
    const [oldest] = await select('Vendor', text)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    const changed = await write('/vendor', { ...oldest, Notes: 'Changed' })
    vi.useRealTimers()
    expect((await select('Vendor', text)).at(-1)).toEqual(changed)
    const since = `WHERE MetaData.LastUpdatedTime > '${Object(oldest?.MetaData).LastUpdatedTime}' ${text}`
    expect((await select('Vendor', since)).at(-1)).toEqual(changed)
    expect((await select('Vendor', `${text} DESC`))[0]).toEqual(changed)
  })

  it('accepts MAXRESULTS before or after STARTPOSITION', async () => {
    const rows = await select('Invoice', 'ORDERBY DocNumber MAXRESULTS 1 STARTPOSITION 2')
    expect(rows).toMatchObject([{ DocNumber: '1002' }])
  })
})

describe('texts', () => {
  it.each([
    "O'Hara & Sons",
    "''''",
    String.raw`back\slash`,
    String.raw`ends in \ `.trim(),
    String.raw`\' OR Active = false`,
    "x' AND Active IN (true,false) ORDERBY Id --",
    '100% "quoted" / <b>&amp;</b>',
    '🦀 crab & 日本語 ☕',
    'é'.normalize('NFD'),
  ])("finds %s exactly if it's escaped", async (DisplayName) => {
    await write('/vendor', { DisplayName })
    expect(await names(`WHERE DisplayName = ${quoted(DisplayName)}`)).toEqual([DisplayName])
  })

  it.each([
    ['an unescaped quote', "SELECT * FROM Vendor WHERE DisplayName = 'O'Malley Electric'"],
    ['an unescaped backslash', String.raw`SELECT * FROM Vendor WHERE DisplayName = 'a\b'`],
    ['a backslash before the end', String.raw`SELECT * FROM Vendor WHERE DisplayName = 'a\'`],
    ['an unclosed string', "SELECT * FROM Vendor WHERE DisplayName = 'a"],
    ['double quotes', 'SELECT * FROM Vendor WHERE DisplayName = "a"'],
    ['a comment', "SELECT * FROM Vendor -- WHERE DisplayName = 'a'"],
    ['a second statement', 'SELECT * FROM Vendor; DELETE FROM Vendor'],
  ])('refuses %s', async (_case, text) => {
    const answer = await query(text)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: '4000', Message: 'Error parsing query' })
    expect(answer.body.Fault).toMatchObject({ type: 'ValidationFault' })
  })
})

describe('refusals', () => {
  it.each([
    ['', 'The query provided was empty'],
    ['   ', 'The query provided was empty'],
    ['DELETE FROM Vendor', '"select"'],
    ['SELECT FROM Vendor', '<IDENTIFIER>'],
    ['SELECT * Vendor', '"from"'],
    ['SELECT * FROM', '<EOF>'],
    ['SELECT * FROM Vendor WHERE', '<IDENTIFIER>'],
    ['SELECT * FROM Vendor WHERE Id', '"in"'],
    ["SELECT * FROM Vendor WHERE Id = '1' OR Id = '2'", 'or'],
    ["SELECT * FROM Vendor WHERE NOT Id = '1'", '"in"'],
    ["SELECT * FROM Vendor WHERE Id IN '1'", '"("'],
    ['SELECT * FROM Vendor WHERE Id IN ()', '<STRING>'],
    ['SELECT * FROM Vendor WHERE Id = x', '<STRING>'],
    ['SELECT * FROM Vendor, Bill', '<EOF>'],
    ['SELECT * FROM Vendor ORDER DisplayName', '"by"'],
    ['SELECT * FROM Vendor MAXRESULTS -1', '<NUMBER>'],
    ['SELECT * FROM Vendor MAXRESULTS 1.5', '<NUMBER>'],
    ['SELECT * FROM Vendor MAXRESULTS 5 MAXRESULTS 5', '<EOF>'],
    ["SELECT * FROM Vendor WHERE (Id = '1')", '<IDENTIFIER>'],
  ])('cannot parse %s', async (text, hint) => {
    const error = errorOf(await query(text))
    expect(error.code).toBe('4000')
    expect(error.Detail).toMatch(/^QueryParserError: /)
    expect(error.Detail).toContain(hint)
  })

  it('reports the position of a parse error', async () => {
    const { Detail } = errorOf(await query("SELECT * FROM Vendor\nWHERE DisplayName ! 'x'"))
    expect(Detail).toContain('line 2, column 19')
  })

  it.each([
    ['SELECT * FROM Nothing', 'Metadata not found for Entity: Nothing'],
    ['SELECT * FROM vendor', 'Metadata not found for Entity: vendor'],
    ["SELECT * FROM Vendor WHERE Nothing = '1'", 'Property Nothing not found for Entity Vendor'],
    ["SELECT * FROM Vendor WHERE constructor = '1'", 'Property constructor not found'],
    ['SELECT Nothing FROM Vendor', 'Property Nothing not found for Entity Vendor'],
    ['SELECT * FROM Vendor ORDERBY Nothing', 'Property Nothing not found for Entity Vendor'],
    ["SELECT * FROM Payment WHERE PrivateNote = 'x'", "property 'PrivateNote' is not queryable"],
    ["SELECT * FROM Bill WHERE Line = 'x'", "property 'Line' is not queryable"],
    ["SELECT * FROM Bill WHERE Balance = 'lots'", "value 'lots'"],
    ["SELECT * FROM Bill WHERE TxnDate = '2026-02-31'", "value '2026-02-31'"],
    ["SELECT * FROM Bill WHERE MetaData.CreateTime > 'soon'", "value 'soon'"],
    ["SELECT * FROM Vendor WHERE Active = 'perhaps'", "value 'perhaps'"],
    ["SELECT * FROM Bill WHERE Balance LIKE '1%'", 'operator LIKE'],
    ["SELECT * FROM Bill WHERE VendorRef > '1'", 'operator >'],
  ])('reports %s as invalid', async (text, hint) => {
    const error = errorOf(await query(text))
    expect(error).toMatchObject({ code: '4001', Message: 'Invalid query' })
    expect(error.Detail).toMatch(/^QueryValidationError: /)
    expect(error.Detail).toContain(hint)
  })
})

describe('many records', () => {
  it('answers queries over 5,000 vendors and 10,000 bills with full pages', async () => {
    await throwSwitch('fill', { vendors: 5000, bills: 10_000 })
    const seen = new Set<unknown>()
    for (let start = 1; start <= 6000; start += 1000)
      for (const { Id } of await select(
        'Vendor',
        `ORDERBY DisplayName STARTPOSITION ${start} MAXRESULTS 1000`,
      ))
        seen.add(Id)
    expect(seen.size).toBe(5012)
    expect(await response('SELECT COUNT(*) FROM Bill')).toEqual({ totalCount: 10_010 })
    const numbers = Array.from(
      { length: 900 },
      (_, index) => `'FILL-${String(index + 200).padStart(5, '0')}'`,
    )
    const { body } = await call('/query', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: `SELECT * FROM Bill WHERE DocNumber IN (${numbers.join(',')}) ORDERBY DocNumber MAXRESULTS 1000`,
    })
    expect(body.QueryResponse).toMatchObject({ maxResults: 900 })
  })
})
