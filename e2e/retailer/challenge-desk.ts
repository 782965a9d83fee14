// A desk whose security checks a test can open, which nothing in the product does yet. It runs as a process
// of its own and takes its orders over HTTP on CONTROL_PORT.
import { createServer, type IncomingMessage } from 'node:http'
import { STAFF } from '@invoice-desk/testing/people'
import { azadFile, sendFile } from '@invoice-desk/testing/retailer'
import { startTestDesk } from '@invoice-desk/testing/test-desk'
import { createChallenges } from '../../server/src/features/retailer/challenge.ts'

export type Order =
  | { readonly open: { type: '2fa' | 'captcha'; code: string; expired?: boolean } }
  /** Adds so many transactions to the list. */
  | { readonly add: number }

const desk = await startTestDesk({ WEB_DIR: process.env.WEB_DIR ?? '' })
const challenges = createChallenges(desk.desk.dependencies)
const { idToken } = await desk.signIn(STAFF)

const obey = async (order: Order): Promise<void> => {
  if ('add' in order) return void (await sendFile(desk, idToken, azadFile(order.add)))
  const { expired, ...check } = order.open
  const expiresAt = new Date(Date.now() + (expired ? -1_000 : 60_000))
  await challenges.open({ ...check, message: 'As the page says.', expiresAt })
}

const readOrder = async (request: IncomingMessage): Promise<Order> =>
  JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'))

createServer(async (request, response) => {
  if (request.method === 'POST') await obey(await readOrder(request))
  response.end(JSON.stringify({ url: desk.url }))
}).listen(Number(process.env.CONTROL_PORT), 'localhost')

process.on('SIGTERM', async () => {
  await desk.close()
  process.exit(0)
})
