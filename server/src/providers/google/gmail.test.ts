// What an answer of Gmail, or its absence, says about a message.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGmail } from './gmail.ts'

/** Gmail at an address where this answers. Even a busy machine answers before the default timeout. */
const gmailWith = async (answer: RequestListener, timeoutMs = 60_000) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return gmailAt(`http://localhost:${(server.address() as AddressInfo).port}`, timeoutMs)
}

const gmailAt = (gmailUrl: string, gmailTimeoutMs: number) =>
  createGmail({
    publicUrl: 'http://localhost:3000',
    google: {
      issuer: 'http://localhost:1',
      clientId: 'client',
      clientSecret: 'secret',
      gmailUrl,
      gmailTimeoutMs,
    },
  })

const MESSAGE = Buffer.from('To: bo@customer.example\r\n\r\nPage 1\r\n')

const refusing = (status: number, reason: string, message = 'No', headers = {}) =>
  gmailWith((request, response) => {
    request.resume()
    const error = { code: status, message, errors: [{ domain: 'global', reason, message }] }
    response.writeHead(status, headers).end(JSON.stringify({ error }))
  })

it('uploads the message as it is, and returns its id', async () => {
  const gmail = await gmailWith(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url, headers } = request
    expect([url, headers['content-type'], headers.authorization]).toEqual([
      '/upload/gmail/v1/users/me/messages/send?uploadType=media',
      'message/rfc822',
      'Bearer token-1',
    ])
    expect(Buffer.concat(chunks)).toEqual(MESSAGE)
    response.end('{"id":"18c","threadId":"18c","labelIds":["SENT"]}')
  })
  expect(await gmail.send('token-1', MESSAGE)).toEqual({ id: '18c' })
})

describe('a refusal', () => {
  it.each([
    [401, 'authError', 'auth'],
    [403, 'insufficientPermissions', 'auth'],
    [400, 'invalidArgument', 'rejected'],
    [413, 'uploadTooLarge', 'rejected'],
    [403, 'domainPolicy', 'rejected'],
    [403, 'rateLimitExceeded', 'rate_limited'],
    [403, 'dailyLimitExceeded', 'rate_limited'],
    [429, 'userRateLimitExceeded', 'rate_limited'],
    [403, 'accessNotConfigured', 'unavailable'],
    [500, 'backendError', 'outcome_unknown'],
    [503, 'backendError', 'outcome_unknown'],
  ])('%i %s is %s', async (status, reason, kind) => {
    const gmail = await refusing(status, reason)
    const failed = gmail.send('token', MESSAGE)
    await expect(failed).rejects.toMatchObject({ provider: 'google', kind, providerCode: reason })
  })

  it('has one line of text, and the time to wait', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const message = `User-rate limit exceeded.\n Retry after ${at}`
    const gmail = await refusing(429, 'userRateLimitExceeded', message)
    const error = await gmail.send('token', MESSAGE).catch((failed: unknown) => failed)
    expect(error).toMatchObject({ message: `User-rate limit exceeded. Retry after ${at}` })
    const { retryAfterMs } = error as { retryAfterMs: number }
    expect(Math.abs(retryAfterMs - 3_600_000)).toBeLessThan(60_000)
    const slow = await refusing(429, 'rateLimitExceeded', 'Slow down', { 'retry-after': '7' })
    await expect(slow.send('token', MESSAGE)).rejects.toMatchObject({ retryAfterMs: 7_000 })
  })

  it.each([
    [400, 'rejected'],
    [413, 'rejected'],
    [403, 'unavailable'],
    [404, 'unavailable'],
    [502, 'outcome_unknown'],
  ])('may be a page without a reason, such as of a proxy: %i is %s', async (status, kind) => {
    const gmail = await gmailWith((_request, response) => response.writeHead(status).end('<html>'))
    await expect(gmail.send('token', MESSAGE)).rejects.toMatchObject({
      kind,
      providerCode: String(status),
      message: `Gmail answered with status ${status}`,
    })
  })
})

describe('the outcome is unknown', () => {
  it('without an answer in time', async () => {
    const gmail = await gmailWith(() => {}, 300)
    await expect(gmail.send('token', MESSAGE)).rejects.toMatchObject({ kind: 'outcome_unknown' })
  })

  it.each<[string, RequestListener]>([
    ['if the connection breaks', (request) => request.socket.destroy()],
    [
      'if the answer breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '50' }).write('{"id":')
        setTimeout(() => response.destroy(), 20)
      },
    ],
    ['if the answer has no id', (_request, response) => response.end('{"status":null}')],
    ['after a redirect', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ])('%s', async (_what, answer) => {
    const gmail = await gmailWith(answer)
    await expect(gmail.send('token', MESSAGE)).rejects.toMatchObject({ kind: 'outcome_unknown' })
  })
})

it('was never sent if there is no connection', async () => {
  const server = createServer().listen(0, 'localhost')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const failed = gmailAt(`http://localhost:${port}`, 60_000).send('token', MESSAGE)
  await expect(failed).rejects.toMatchObject({ kind: 'unavailable' })
})
