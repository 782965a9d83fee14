// Writing records: required fields, error codes and updates.
import { describe, expect, it } from 'vitest'
import { billBody, errorOf, openCompany } from './support.ts'

const { post, write, read, call, select, startOver, state } = await openCompany()

const line = (Amount: unknown, account = '9') => ({
  DetailType: 'AccountBasedExpenseLineDetail',
  Amount,
  AccountBasedExpenseLineDetail: { AccountRef: { value: account } },
})
const refusal = async (path: string, body: unknown) => {
  const answer = await post(path, body)
  expect(answer.status).toBe(400)
  return errorOf(answer)
}

describe('vendors', () => {
  const full = {
    DisplayName: 'Larkspur Framing',
    CompanyName: 'Larkspur Framing LLC',
    PrimaryEmailAddr: { Address: 'pay@larkspur.example' },
    BillAddr: {
      Line1: '1 Quay',
      City: 'Astoria',
      CountrySubDivisionCode: 'OR',
      PostalCode: '97103',
    },
    TaxIdentifier: '12-3456789',
    Vendor1099: true,
  }

  it('are returned with computed fields and a masked tax id', async () => {
    const vendor = await write('/vendor', full)
    expect(vendor).toMatchObject({
      ...full,
      TaxIdentifier: 'XXXXX6789',
      PrintOnCheckName: 'Larkspur Framing LLC',
      Active: true,
      Balance: 0,
      domain: 'QBO',
      sparse: false,
      SyncToken: '0',
      CurrencyRef: { value: 'USD' },
      MetaData: {
        CreateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-08:00$/),
        LastUpdatedTime: expect.any(String),
      },
    })
    expect(await read(`/vendor/${vendor.Id}`)).toEqual(vendor)
    expect(JSON.stringify(await state())).not.toContain('3456789')
  })

  it.each([
    ['a vendor', 'Pier 9 Storage'],
    ['a vendor in upper case', 'PIER 9 STORAGE'],
    ['a customer', 'Driftwood Inn'],
    ['a customer, with spaces around', '  driftwood inn '],
  ])("can't take the name of %s", async (_case, DisplayName) => {
    expect((await refusal('/vendor', { DisplayName })).code).toBe('6240')
  })

  it('report who has the name', async () => {
    expect((await refusal('/vendor', { DisplayName: 'Driftwood Inn' })).Detail).toContain(
      'customer',
    )
    expect((await refusal('/customer', { DisplayName: 'Pier 9 Storage' })).Detail).toContain(
      'vendor',
    )
  })

  it.each([
    [{ DisplayName: 'a:b' }, '2040', 'DisplayName'],
    [{ DisplayName: 'a\tb' }, '2040', 'DisplayName'],
    [{ DisplayName: 'a\nb' }, '2040', 'DisplayName'],
    [{ DisplayName: 'x'.repeat(501) }, '2050', 'DisplayName'],
    [{ DisplayName: 'ok', CompanyName: 'x'.repeat(101) }, '2050', 'CompanyName'],
    [{}, '6080', 'DisplayName'],
    [{ DisplayName: '   ' }, '6080', 'DisplayName'],
    [{ DisplayName: 'ok', Color: 'red' }, '2010', 'Color'],
    [{ DisplayName: 'ok', constructor: 'x' }, '2010', 'constructor'],
    [{ DisplayName: 5 }, '2010', 'DisplayName'],
    [{ DisplayName: 'ok', Vendor1099: 'yes' }, '2010', 'Vendor1099'],
    [{ DisplayName: 'ok', PrimaryEmailAddr: 'a@b.example' }, '2010', 'PrimaryEmailAddr'],
    [{ DisplayName: 'ok', PrimaryEmailAddr: { Address: 'nobody' } }, '2210', 'PrimaryEmailAddr'],
    [{ DisplayName: 'ok', BillAddr: { Street: 'x' } }, '2010', 'BillAddr.Street'],
    [
      { DisplayName: 'ok', BillAddr: { PostalCode: '9'.repeat(31) } },
      '2050',
      'BillAddr.PostalCode',
    ],
    [{ DisplayName: 'ok', TaxIdentifier: 'XXXXX6789' }, '6000', ''],
  ])('are refused for %j', async (body, code, element) => {
    expect(await refusal('/vendor', body)).toMatchObject({ code, element })
  })

  it('can have names of 500 characters, quotes, backslashes and emoji', async () => {
    for (const DisplayName of ['n'.repeat(500), String.raw`It's a \ "test" 🦀`])
      expect(await write('/vendor', { DisplayName })).toMatchObject({ DisplayName })
  })

  it('free their name when they become inactive', async () => {
    const vendor = await write('/vendor', { DisplayName: 'Short Lived' })
    const { Id, SyncToken } = vendor
    expect(await write('/vendor', { Id, SyncToken, sparse: true, Active: false })).toMatchObject({
      DisplayName: 'Short Lived (deleted)',
      Active: false,
      SyncToken: '1',
    })
    expect((await write('/vendor', { DisplayName: 'Short Lived' })).Id).not.toBe(Id)
    expect((await refusal('/bill', billBody({ VendorRef: { value: Id } }))).code).toBe('610')
  })

  it("can't be deleted", async () => {
    const { Id, SyncToken } = await write('/vendor', { DisplayName: 'Stays' })
    expect(errorOf(await post('/vendor?operation=delete', { Id, SyncToken })).code).toBe('500')
  })
})

describe('updates', () => {
  it('change only sent fields if sparse, and drop the others if full', async () => {
    const first = await write('/vendor', { DisplayName: 'Changing', AcctNum: '77' })
    const sparse = await write('/vendor', {
      Id: first.Id,
      SyncToken: '0',
      sparse: true,
      Vendor1099: true,
    })
    expect(sparse).toMatchObject({ AcctNum: '77', Vendor1099: true, SyncToken: '1' })
    const whole = await write('/vendor', { Id: first.Id, SyncToken: '1', DisplayName: 'Changed' })
    expect(whole).toMatchObject({ DisplayName: 'Changed', Vendor1099: false, SyncToken: '2' })
    expect(whole).not.toHaveProperty('AcctNum')
    expect(whole.MetaData).toMatchObject({
      CreateTime: (first.MetaData as { CreateTime: string }).CreateTime,
    })
  })

  it('accept a record as it was read, with its masked tax id', async () => {
    const vendor = await write('/vendor', { DisplayName: 'Round Trip', TaxIdentifier: '541623308' })
    const again = await write('/vendor', { ...vendor, AcctNum: '1' })
    expect(again).toMatchObject({ TaxIdentifier: 'XXXXX3308', AcctNum: '1' })
  })

  it('clear a field sent as null', async () => {
    const { Id } = await write('/vendor', { DisplayName: 'Cleared', AcctNum: '77' })
    const vendor = await write('/vendor', { Id, SyncToken: '0', sparse: true, AcctNum: null })
    expect(vendor).not.toHaveProperty('AcctNum')
  })

  it.each([
    ['an old SyncToken', { SyncToken: '7' }, '5010'],
    ['no SyncToken', {}, '2020'],
    ['an unknown id', { Id: '99999', SyncToken: '0' }, '610'],
    ['a non-numeric id', { Id: 'abc', SyncToken: '0' }, '2030'],
  ])('are refused with %s', async (_case, change, code) => {
    expect((await refusal('/vendor', { Id: '1', sparse: true, ...change })).code).toBe(code)
  })

  it('let only the first of two writers win', async () => {
    const update = { Id: '2', SyncToken: '0', sparse: true, AcctNum: '1' }
    const answers = await Promise.all([post('/vendor', update), post('/vendor', update)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('bills', () => {
  it('are returned with balance, due date and names', async () => {
    const bill = await write('/bill', billBody({ PrivateNote: 'n'.repeat(4000) }))
    expect(bill).toMatchObject({
      VendorRef: { value: '1', name: 'Alder & Ash Carpentry' },
      APAccountRef: { name: 'Accounts Payable (A/P)' },
      TotalAmt: 125.5,
      Balance: 125.5,
      DueDate: '2026-11-01',
      LinkedTxn: [],
      Line: [
        {
          Id: '1',
          AccountBasedExpenseLineDetail: { AccountRef: { value: '9', name: 'Advertising' } },
        },
      ],
    })
    expect((await read('/vendor/1')).Balance).toBe(125.5)
  })

  it.each([
    [{ VendorRef: undefined }, '2020', 'VendorRef'],
    [{ Line: undefined }, '2020', 'Line'],
    [{ Line: [] }, '2020', 'Line'],
    [{ VendorRef: { value: '99999' } }, '2500', 'VendorRef'],
    [{ VendorRef: { value: "x' OR 1" } }, '2500', 'VendorRef'],
    [{ VendorRef: '1' }, '2010', 'VendorRef'],
    [{ Line: [line(10, '99999')] }, '2500', 'AccountRef'],
    [{ Line: [line(10, '1')] }, '6430', 'AccountRef'],
    [{ Line: [line(10, '3')] }, '6430', 'AccountRef'],
    [{ Line: [line(10, '4')] }, '6430', 'AccountRef'],
    [{ Line: [line(10, '7')] }, '6430', 'AccountRef'],
    [
      { Line: [{ DetailType: 'AccountBasedExpenseLineDetail', Amount: 1 }] },
      '2020',
      'Line.AccountBasedExpenseLineDetail',
    ],
    [{ Line: [{ ...line(1), Amount: undefined }] }, '2020', 'Line.Amount'],
    [{ Line: [line('10')] }, '2010', 'Line.Amount'],
    [{ Line: [line(10.005)] }, '2140', 'Line.Amount'],
    [{ Line: [line(1e21)] }, '2140', 'Line.Amount'],
    [{ Line: [line(-10)] }, '6000', ''],
    [{ DocNumber: 'x'.repeat(22) }, '2050', 'DocNumber'],
    [{ PrivateNote: 'x'.repeat(4001) }, '2050', 'PrivateNote'],
    [{ TxnDate: '2026-02-31' }, '2070', 'TxnDate'],
    [{ TxnDate: '11/01/2026' }, '2070', 'TxnDate'],
    [{ Paid: true }, '2010', 'Paid'],
  ])('are refused for %j', async (change, code, element) => {
    const before = await select('Bill')
    expect(await refusal('/bill', billBody(change))).toMatchObject({ code, element })
    expect(await select('Bill')).toEqual(before)
  })

  it('of one vendor have unique numbers', async () => {
    await write('/bill', billBody({ DocNumber: 'A-1' }))
    const error = await refusal('/bill', billBody({ DocNumber: 'A-1' }))
    expect(error.code).toBe('6140')
    expect(error.Detail).toMatch(/DocNumber=A-1 is assigned to TxnType=Bill with TxnId=\d+/)
    await write('/bill', billBody({ DocNumber: 'A-1', VendorRef: { value: '2' } }))
    await write('/bill?include=allowduplicatedocnum', billBody({ DocNumber: 'A-1' }))
  })

  it('free their number when deleted', async () => {
    const { Id, SyncToken } = await write('/bill', billBody({ DocNumber: 'A-2' }))
    expect((await post('/bill?operation=delete', { Id, SyncToken })).body.Bill).toEqual({
      domain: 'QBO',
      status: 'Deleted',
      Id,
    })
    expect(errorOf(await call(`/bill/${Id}`)).code).toBe('610')
    expect((await write('/bill', billBody({ DocNumber: 'A-2' }))).Id).not.toBe(Id)
  })

  it('with several lines are created completely or not at all', async () => {
    expect((await refusal('/bill', billBody({ Line: [line(5), line(5, '99999')] }))).code).toBe(
      '2500',
    )
    expect(await write('/bill', billBody({ Line: [line(5.1), line(5.2)] }))).toMatchObject({
      TotalAmt: 10.3,
    })
  })
})

it('a reset brings back the sample records with their ids, and later ones get new ids', async () => {
  const samples = (await select('Vendor')).map(({ Id }) => Id)
  const { Id: before } = await write('/vendor', { DisplayName: 'Before' })
  await startOver()
  expect((await select('Vendor')).map(({ Id }) => Id)).toEqual(samples)
  const { Id: after } = await write('/vendor', { DisplayName: 'After' })
  expect(Number(after)).toBeGreaterThan(Number(before))
})
