// The bare server: what this machine can do with only Node's HTTP server and the database driver. It reads and
// writes the same rows and gives the same answers as our server, with named statements and as few round trips as
// possible, but checks no token, no limit and no input.
import { createServer, type IncomingMessage } from 'node:http'
import type pg from 'pg'
import { openDatabase } from '../../../../server/src/db/open.ts'
import { billHandlers } from './bills.ts'
import { invoiceHandlers } from './invoices.ts'
import { paymentHandlers } from './payments.ts'
import { pendingHandlers } from './pending.ts'
import { submitHandlers } from './submit.ts'
import { taskHandlers } from './tasks.ts'

export type BareCall = {
  readonly request: IncomingMessage
  readonly pool: pg.Pool
  readonly query: URLSearchParams
  readonly body: () => Promise<unknown>
}
export type BareHandlers = Readonly<Record<string, (call: BareCall) => Promise<unknown>>>

const HANDLERS: BareHandlers = {
  ...pendingHandlers,
  ...billHandlers,
  ...taskHandlers,
  ...submitHandlers,
  ...invoiceHandlers,
  ...paymentHandlers,
  '/': async () => ({ ready: true }),
}

const { DATA_DIR, DATABASE_URL, PORT } = process.env
const database = await openDatabase({ dataDir: DATA_DIR ?? '', databaseUrl: DATABASE_URL })

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString('utf8'))
}

const server = createServer({ keepAliveTimeout: 72_000 }, async (request, response) => {
  const [path = '/', search = ''] = (request.url ?? '/').split('?')
  try {
    const handle = HANDLERS[path]
    if (!handle) throw new Error(`no handler for ${path}`)
    const answer = await handle({
      request,
      pool: database.pool,
      query: new URLSearchParams(search),
      body: () => readBody(request),
    })
    const text = JSON.stringify(answer)
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  } catch (error) {
    console.error(error)
    response.writeHead(500, { 'content-length': 0 }).end()
  }
})
server.listen(Number(PORT), 'localhost')

process.on('SIGTERM', async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
  process.exit(0)
})
