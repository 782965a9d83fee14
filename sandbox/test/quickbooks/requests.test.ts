// Accounts, paths, bodies and repeated requests.
import { describe, expect, it } from 'vitest'
import { billBody, errorOf, openCompany } from './support.ts'

const { post, write, call, select } = await openCompany()

const refusal = async (path: string, body: unknown) => {
  const answer = await post(path, body)
  expect(answer.status).toBe(400)
  return errorOf(answer)
}

describe('accounts', () => {
  it('nest below a parent of the same type', async () => {
    const account = await write('/account', {
      Name: 'Drones',
      AccountType: 'Expense',
      ParentRef: { value: '9' },
      SubAccount: true,
    })
    expect(account).toMatchObject({
      FullyQualifiedName: 'Advertising:Drones',
      Classification: 'Expense',
      SubAccount: true,
      ParentRef: { value: '9', name: 'Advertising' },
    })
  })

  it.each([
    [{ AccountType: 'Expense' }, '2020'],
    [{ Name: 'x', AccountType: 'Nonsense' }, '6010'],
    [{ Name: 'a:b', AccountType: 'Expense' }, '2040'],
    [{ Name: 'Advertising', AccountType: 'Expense' }, '6240'],
    [{ Name: 'x', AccountType: 'Expense', ParentRef: { value: '1' } }, '6000'],
  ])('are refused for %j', async (body, code) => {
    expect((await refusal('/account', body)).code).toBe(code)
  })
})

describe('the paths', () => {
  it.each([
    ['GET', '/nothing/1'],
    ['GET', '/Bill/127'],
    ['GET', '/bill'],
    ['POST', '/item'],
    ['DELETE', '/bill/128'],
    ['POST', '/bill/128'],
  ])('%s %s is not supported', async (method, path) => {
    const body = method === 'POST' ? { body: '{}' } : {}
    const headers = method === 'POST' ? { 'content-type': 'application/json' } : {}
    const answer = await call(path, { method, headers, ...body })
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: '500', Message: 'Unsupported Operation' })
  })

  it.each([
    ['broken JSON', 'application/json', '{"DisplayName": '],
    ['an array', 'application/json', '[]'],
    ['nothing', 'application/json', ''],
    ['null', 'application/json', 'null'],
  ])('refuse %s as a body with 2010', async (_case, type, body) => {
    const answer = await call('/vendor', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(errorOf(answer).code).toBe('2010')
  })

  it('refuse a form instead of a record', async () => {
    const body = new URLSearchParams({ DisplayName: 'x' })
    expect(errorOf(await call('/vendor', { method: 'POST', body })).code).toBe('500')
  })
})

describe('requestid', () => {
  it('replays the first answer and writes once', async () => {
    const first = await post('/bill?requestid=b-task-1', billBody())
    const second = await post('/bill?requestid=b-task-1', billBody())
    expect(second.body).toEqual(first.body)
    expect(await select('Bill', "WHERE DocNumber = 'INV-1'")).toHaveLength(1)
  })

  it('ignores the second body', async () => {
    const first = await post('/vendor?requestid=v-1', { DisplayName: 'One' })
    const second = await post('/vendor?requestid=v-1', { DisplayName: 'Two' })
    expect(second.body).toEqual(first.body)
  })

  it('writes once for fifty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/bill?requestid=race', billBody())),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await select('Bill', "WHERE DocNumber = 'INV-1'")).toHaveLength(1)
  })

  it("doesn't save errors", async () => {
    expect((await post('/vendor?requestid=r', { DisplayName: 'a:b' })).status).toBe(400)
    expect((await post('/vendor?requestid=r', { DisplayName: 'ab' })).status).toBe(200)
  })

  it('has at most 50 characters', async () => {
    expect((await post(`/bill?requestid=${'x'.repeat(50)}`, billBody())).status).toBe(200)
    const answer = await post(`/bill?requestid=${'x'.repeat(51)}`, billBody({ DocNumber: '2' }))
    expect(errorOf(answer).code).toBe('2130')
  })
})
