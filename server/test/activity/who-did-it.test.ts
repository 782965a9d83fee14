// Tests that the log and the audit log say from where and by whom.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { listActivity } from '@invoice-desk/contract/activity/activity'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { getAccount } from '@invoice-desk/contract/identity/identity'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createLog } from '../../src/lib/log.ts'

const IPV6 = '2001:db8:7:9:a:b:c:d'
const NETWORK = '2001:db8:7:9::/64'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(ADMIN)).idToken
})
afterAll(() => desk.close())

const keepLog = () => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, log: createLog({ logLevel: 'info' }, stream) }
}

it('logs requests that cannot be parsed, without what they say', async () => {
  const { lines, log } = keepLog()
  await using app = await createApp({ ...desk.desk.dependencies, log })
  await app.listen({ port: 0, host: '127.0.0.1' })
  lines.length = 0
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1', () => socket.write('secret 123\r\n\r\n'))
  await once(socket.resume(), 'close')
  expect(lines).toEqual([
    expect.objectContaining({ address: '127.0.0.1', code: 'malformed_request', leftOut: 0 }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret/i)
})

it('logs each request with its address and, once it is known, the account', async () => {
  const { lines, log } = keepLog()
  await using app = await createApp({ ...desk.desk.dependencies, log })
  const linesOf = async (path: string, bearer?: string) => {
    lines.length = 0
    const headers = {
      'x-forwarded-for': IPV6,
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    await app.inject({ method: path === listVendorBills.path ? 'POST' : 'GET', url: path, headers })
    return lines.map(({ req, address, account, msg }) => [
      msg,
      (req as { address?: string } | undefined)?.address ?? address,
      account,
    ])
  }
  const started = ['incoming request', NETWORK, undefined]
  const staff = (await desk.signIn(STAFF)).idToken
  expect(await linesOf(getAccount.path, staff)).toEqual([
    started,
    ['request completed', NETWORK, STAFF],
  ])
  const contractor = await addContractor(desk)
  expect(await linesOf(listVendorBills.path, contractor.token)).toContainEqual([
    'Request failed',
    NETWORK,
    contractor.email,
  ])
  const stranger = [started, ['Request failed', NETWORK, undefined]]
  expect(await linesOf(getAccount.path, 'a.guessed.token')).toEqual([
    ...stranger,
    ['request completed', NETWORK, undefined],
  ])
  expect(await linesOf('/privacy')).toContainEqual(['request completed', NETWORK, undefined])
})

it('keeps the address of people in the audit log, and shows it to administrators', async () => {
  const body = { email: 'new@harborfinch.example', name: 'New', tools: ['pay_invoice'] }
  await desk.call(addAccount, { token, body, from: IPV6 })
  const events = (await desk.call(listActivity, { token, query: { subject: 'account' } })).body
    .events as { text: string; address: string }[]
  expect(events[0]).toMatchObject({ text: 'added the account', address: NETWORK })
  const signIn = events.find(({ text }) => text === 'signed in')
  expect(signIn?.address).toMatch(/^10\./)

  const { db } = desk.desk.dependencies.database
  const change = db.execute(sql`UPDATE audit_event SET address = NULL`)
  await expect(change).rejects.toMatchObject({ cause: { message: 'audit_event is append-only' } })
})
