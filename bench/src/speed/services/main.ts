// Minimal versions of the human check, QuickBooks and Stripe that answer immediately. Their cost is shown separately.
import { createServer, type IncomingMessage } from 'node:http'
import { invoiceOf } from './books.ts'
import { confirmIntent, createIntent } from './cards.ts'
import { answerQuery } from './quickbooks.ts'

/** Everyone passes the human check. */
const PERSON = { success: true, score: 0.9, action: 'submit_invoice', hostname: 'localhost' }

const INTENT = /^\/v1\/payment_intents\/(\w+)\/confirm$/

const INVOICE = /^\/v3\/company\/\d+\/invoice\/(\d+)$/

const answerTo = async (request: IncomingMessage): Promise<unknown> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const body = await readBody(request)
  if (pathname === '/') return { ready: true }
  if (pathname === '/siteverify') return PERSON
  const [, invoice] = INVOICE.exec(pathname) ?? []
  if (invoice) return { Invoice: invoiceOf(invoice) }
  if (pathname.endsWith('/query')) return answerQuery(searchParams.get('query') ?? '')
  if (pathname === '/v1/payment_intents') return createIntent(new URLSearchParams(body))
  const [, intent] = INTENT.exec(pathname) ?? []
  if (intent) return confirmIntent(intent)
  throw new Error(`no handler for ${pathname}`)
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

const server = createServer({ keepAliveTimeout: 72_000 }, async (request, response) => {
  try {
    const text = JSON.stringify(await answerTo(request))
    const length = Buffer.byteLength(text)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
    response.end(text)
  } catch (error) {
    console.error(error)
    response.writeHead(500, { 'content-length': 0 }).end()
  }
})
server.listen(Number(process.env.PORT), 'localhost')
process.on('SIGTERM', () => process.exit(0))
