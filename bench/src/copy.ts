// Our copy of a large company's QuickBooks: how long it takes to fill, what it costs, and how fast a search in it is,
// compared with a small company.
import { setTimeout as sleep } from 'node:timers/promises'
import { getCopyStatus } from '@invoice-desk/contract/accounting/copy'
import { type Sandbox, startSandbox } from '@invoice-desk/sandbox/start'
import { type ServerProcess, startServer } from '@invoice-desk/testing/app/server-process'
import { createCaller } from '@invoice-desk/testing/http/caller'
import { STAFF } from '@invoice-desk/testing/people'
import { connectCompany, HARBOR, NO_RATE } from '@invoice-desk/testing/quickbooks/connect'
import { callsOf } from '@invoice-desk/testing/sandbox/calls'
import { askSandbox } from '@invoice-desk/testing/sandbox/control'
import pg from 'pg'
import { freePort } from '../../scripts/lib/ports.mjs'
import { startDatabase } from './speed/database.ts'
import { searchRequestFor } from './speed/measures/invoices.ts'
import { measurePaired, type Side } from './speed/rounds.ts'
import { resetPeak, residentOf } from './speed/server-process.ts'
import { UNLIMITED } from './speed/world.ts'
import { type Bench, counted, megabytes, milliseconds, type Row, times } from './table.ts'

const SMALL = 1_000
const LARGE = 100_000
const PAYMENTS_PER_INVOICE = 2
const INVOICES_PER_CUSTOMER = 20
const SEARCHED = 1_000
const GROWTH_MAX = 1.25
const FILLED_WITHIN_MS = 45 * 60_000
const POLL_MS = 200

export const copyBench: Bench = {
  name: 'copy',
  run: async ({ rounds, roundMs }) => {
    await using small = await fillCopy(SMALL)
    await using large = await fillCopy(LARGE)
    const pace = { connections: 1, rounds, roundMs }
    const paired = await measurePaired(large.searches, small.searches, pace)
    const search = [paired.bare, paired.ours].map(({ p50 }) => milliseconds(p50))
    const growth = ['', times(paired.ours.p50 / paired.bare.p50)]
    const rows = [small, large].map(({ row }, n) => ({
      ...row,
      search: search[n] ?? '',
      growth: growth[n] ?? '',
      goal: n === 0 ? '' : `≤ ${GROWTH_MAX} ×`,
    }))
    const title = `Copy of ${counted(LARGE)} invoices and ${counted(LARGE * PAYMENTS_PER_INVOICE)} payments in QuickBooks, on PostgreSQL`
    const note =
      'QuickBooks answers immediately here and refuses nothing. The real one allows 500 calls per minute, of which the copy may use a part.'
    return [{ title, rows, note }]
  },
}

type Filled = AsyncDisposable & { readonly row: Row; readonly searches: Side }

const fillCopy = async (invoices: number): Promise<Filled> => {
  await using stack = new AsyncDisposableStack()
  const { databaseUrl, dataDir } = stack.use(await startDatabase())
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl })
  stack.defer(sandbox.close)
  const payments = invoices * PAYMENTS_PER_INVOICE
  await fillBooks(sandbox, invoices, payments)
  const env = { ...UNLIMITED, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const server = await startServer(sandbox, port, env, 'inherit')
  stack.defer(server.stop)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  stack.defer(() => pool.end())
  const filling = await measureFill(server, sandbox)
  await pool.query('VACUUM ANALYZE qbo_record')
  const row = {
    invoices: counted(invoices),
    payments: counted(payments),
    ...filling,
    'size on disk': megabytes(await sizeOf(pool)),
  }
  console.log(JSON.stringify(row))
  const searches = await searchesIn(pool, appUrl)
  const resources = stack.move()
  return { row, searches, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const fillBooks = async (sandbox: Sandbox, invoices: number, payments: number): Promise<void> => {
  const throwSwitch = (name: string, values: object) =>
    askSandbox(sandbox, 'POST', `/quickbooks/switches/${name}`, values)
  await throwSwitch('rate', NO_RATE)
  await throwSwitch('fill', { customers: invoices / INVOICES_PER_CUSTOMER, invoices, payments })
}

/** From connecting the company until pages read the copy. */
const measureFill = async (server: ServerProcess, sandbox: Sandbox): Promise<Row> => {
  const desk = createCaller(server.url)
  const { idToken: token } = await desk.signIn(STAFF)
  const before = await residentOf(server.process)
  await resetPeak(server.process)
  const since = Date.now()
  const connected = await connectCompany(desk, token, HARBOR)
  if (connected.status !== 200) throw new Error(`not connected: ${JSON.stringify(connected.body)}`)
  const isReady = async () => {
    const { body } = await desk.call(getCopyStatus, { token })
    if (body.problem) throw new Error(`the copy failed: ${JSON.stringify(body)}`)
    return body.state === 'ready'
  }
  while (!(await isReady())) {
    if (Date.now() - since > FILLED_WITHIN_MS) throw new Error('the copy was not filled in time')
    await sleep(POLL_MS)
  }
  const filledMs = Date.now() - since
  const calls = (await callsOf(sandbox, since)).filter(({ provider }) => provider === 'quickbooks')
  const after = await residentOf(server.process)
  return {
    'filled after': `${(filledMs / 1_000).toFixed(1)} s`,
    calls: counted(calls.length),
    'memory before': megabytes(before.now),
    'peak memory': megabytes(after.peak),
  }
}

const sizeOf = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('qbo_record') AS bytes`,
  )
  return Number(rows[0]?.bytes)
}

/** Looks up invoices from all over the copy, each with the customer's other invoices. */
const searchesIn = async (pool: pg.Pool, url: string): Promise<Side> => {
  const { rows } = await pool.query<{ number: string; date: string }>(
    `SELECT data ->> 'number' AS number, data ->> 'date' AS date FROM qbo_record
     WHERE kind = 'invoice' AND data ->> 'customerName' LIKE 'Filler%' ORDER BY md5(id) LIMIT $1`,
    [SEARCHED],
  )
  const requests = rows.map(({ number, date }) => searchRequestFor(number, date))
  if (requests.length === 0) throw new Error('the copy has no invoices')
  let count = 0
  return {
    url,
    next: () => {
      count += 1
      return requests[count % requests.length]
    },
  }
}
