// Tests that no provider's redirect gets our secrets to another address.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Config } from '../settings/config.ts'
import { createS3Store } from './files/s3.ts'
import { createHumanCheck } from './human-check.ts'
import { createOAuth } from './quickbooks/oauth.ts'

let server: Server
let url = ''
const asked: string[] = []
beforeAll(async () => {
  server = createServer(({ url: path = '' }, response) => {
    asked.push(path.split('?', 1)[0] ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const oauth = () =>
  createOAuth({
    publicUrl: url,
    quickbooks: {
      authorizeUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      revokeUrl: `${url}/revoke`,
      clientId: 'id',
      clientSecret: 'secret',
    },
  } as Config)

it.each([
  [
    '/verify',
    () =>
      createHumanCheck({
        humanCheck: { secretKey: 'secret', verifyUrl: `${url}/verify` } as Config['humanCheck'],
        publicUrl: url,
      }).ask('token'),
  ],
  [
    '/bucket/installation',
    () =>
      createS3Store({
        endpoint: url,
        bucket: 'bucket',
        region: 'us-east-1',
        key: 'key',
        secret: 'secret',
      }).readMarker(),
  ],
  ['/revoke', () => oauth().revoke('token')],
  ['/token', () => oauth().refresh('token')],
])('refuses a redirect from %s', async (path, call) => {
  asked.length = 0
  await expect(call()).rejects.toThrow()
  expect(asked).toEqual([path])
})
