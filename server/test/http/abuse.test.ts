// Attacks one server with wrong callers, swapped ids, hostile files and, last because it changes data, fuzzing.
// `npm run bench:abuse` runs the same at full size.
import { connect } from 'node:net'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import { FUZZ_ENV, runFuzz } from '@invoice-desk/testing/abuse/fuzz'
import {
  attackConnection,
  attackReturnPaths,
  attackReturnUrls,
  attackSignIn,
} from '@invoice-desk/testing/abuse/redirects'
import { tryAllRoles } from '@invoice-desk/testing/abuse/roles'
import { swapIds } from '@invoice-desk/testing/abuse/swapped-ids'
import { uploadHostile } from '@invoice-desk/testing/abuse/uploads'
import { attackWebhooks } from '@invoice-desk/testing/abuse/webhooks'
import { openWorld, type World } from '@invoice-desk/testing/abuse/world'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: World
beforeAll(async () => {
  world = await openWorld(FUZZ_ENV)
})
afterAll(() => world.close())

it('admits only the callers that each route declares', async () => {
  const { wrong, roles, routes } = await tryAllRoles(world)
  expect(wrong).toEqual([])
  expect([roles, routes > 50]).toEqual([22, true])
})

it("shows nothing for other people's ids, ids of another kind and altered ids", async () => {
  const { leaks, byKind } = await swapIds(world, { attempts: 500, seed: 1 })
  expect(leaks).toEqual([])
  expect(byKind.size).toBe(16)
})

it('keeps only the harmless part of hostile uploads, under its own name', async () => {
  const { problems, sent } = await uploadHostile(world, 8)
  expect(problems).toEqual([])
  expect(sent).toBeGreaterThan(50)
})

it('does not redirect to other sites or finish a sign-in that another browser started', async () => {
  const results = [
    await attackReturnUrls(world),
    await attackReturnPaths(world),
    await attackSignIn(world, 4),
    await attackConnection(world),
  ]
  expect(results.flatMap(({ passed }) => passed)).toEqual([])
})

it('ignores webhooks that no provider sent', async () => {
  const { passed, attacks } = await attackWebhooks(world)
  expect(passed).toEqual([])
  expect(attacks).toBeGreaterThan(60)
})

it.each(['a NUL \u0000', 'an unpaired surrogate \ud800'])(
  'refuses text that cannot be stored: %j',
  async (text) => {
    const { desk } = world.shop
    const answers = [
      await desk.call(sendVerification, {
        body: { email: `${text.replaceAll(' ', '')}@c.example` },
      }),
      await desk.call(approveInvoice, {
        token: world.staff,
        body: { taskId: world.a.taskIds[0], action: 'reject', message: text },
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code, body.field])).toEqual([
      [400, 'invalid_input', 'email'],
      [400, 'invalid_input', 'message'],
    ])
  },
)

it('refuses a length that is not a number', async () => {
  const body = { email: { length: { toString: 'x' } } }
  const answer = await world.shop.desk.call(sendVerification, { body })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
})

it('refuses a version that no row can have', async () => {
  const body = { taskId: world.a.taskIds[0], action: 'approve', version: 2 ** 31 }
  const answer = await world.shop.desk.call(approveInvoice, { token: world.staff, body })
  expect([answer.status, answer.body.field]).toEqual([400, 'version'])
})

/** Sends bytes to the server's port and returns everything it sends until it closes the connection. */
const sendBytes = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.shop.desk.url)
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answer))
  })

it.each([
  ['text that is not a request', 'hello there\r\n\r\n', 400, 'malformed_request'],
  [
    'two content lengths',
    'POST /api/cup/vendors HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd',
    400,
    'malformed_request',
  ],
  [
    'a content length with a chunked body',
    'POST /api/cup/vendors HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'malformed_request',
  ],
  [
    'a header that is too long',
    `GET /api/health HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])(
  'refuses %s with a regular error, and closes the connection',
  async (_name, bytes, status, code) => {
    const answer = await sendBytes(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('connection: close')
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m)
    expect(answer).toMatch(/^content-security-policy: .*frame-ancestors 'none'\r$/m)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code })
  },
)

it('answers 1,000 hostile requests only with declared responses, and never with a 500', async () => {
  const { problems, reached, operations } = await runFuzz(world, { requests: 1_000, seed: 5 })
  expect(problems).toEqual([])
  expect(reached).toBeGreaterThan(operations * 0.6)
})
