// Many callers request the whole public list of purchases at once.

import { listTransactions } from '@invoice-desk/contract/retailer/retailer'
import { TRANSACTIONS_PAGE_SIZE_MAX } from '@invoice-desk/contract/values/limits'
import type pg from 'pg'
import { openFleet } from '../lab/fleet.ts'
import { resetPeak, residentOf } from '../speed/server-process.ts'
import { counted, megabytes, milliseconds, times } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

const TRANSACTIONS = 200_000
const CALLS = 40
/** How much memory these calls may add. */
const GROWTH_BYTES_MAX = 400_000_000

export const listsMeasurement: AbuseMeasurement = {
  name: 'lists',
  run: async () => {
    await using fleet = await openFleet(1, { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' })
    await fill(fleet.pool)
    const [server] = fleet.processes()
    if (!server) throw new Error("the server isn't running")
    const measure = async (query: string) => {
      await resetPeak(server.process)
      const before = await residentOf(server.process)
      const began = performance.now()
      const answers = await Promise.all(
        Array.from({ length: CALLS }, async () => {
          const response = await fetch(`${server.url}${listTransactions.path}${query}`)
          return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
        }),
      )
      const took = performance.now() - began
      const { peak } = await residentOf(server.process)
      const refused = answers.filter(({ status }) => status !== 200).length
      return { took, refused, growth: peak - before.now, bytes: answers[0]?.bytes ?? 0 }
    }
    await measure(`?pageSize=${TRANSACTIONS_PAGE_SIZE_MAX}`)
    const page = await measure(`?pageSize=${TRANSACTIONS_PAGE_SIZE_MAX}`)
    const whole = await measure('')
    const problems = [
      ...(whole.refused > 0 ? [`${whole.refused} calls were not answered`] : []),
      ...(whole.growth > GROWTH_BYTES_MAX ? ['memory grew too much'] : []),
    ]
    return [
      {
        measurement: 'Unpaged lists',
        setup: `${CALLS} calls at once for the list of ${counted(TRANSACTIONS)} transactions, without a page`,
        result: `${megabytes(whole.bytes)} each, ${milliseconds(whole.took)} for all (${times(whole.took / page.took)} the time of as many pages of ${TRANSACTIONS_PAGE_SIZE_MAX}), memory + ${megabytes(whole.growth)}`,
        problems,
      },
    ]
  },
}

const fill = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`
    WITH import AS (
      INSERT INTO retailer_import (id, state, format, actor, total, done, lease_until)
      VALUES (gen_random_uuid(), 'done', 'azad', 'bench', ${TRANSACTIONS}, ${TRANSACTIONS}, now())
      RETURNING id)
    INSERT INTO retailer_transaction
      (id, date, amount_cents, card_brand, card_last4, order_id, order_url, import_id)
    SELECT gen_random_uuid(), date '2020-01-01' + n % 2000, 100 + n * 37 % 90000, 'Visa', (1000 + n % 7)::text,
      '111-' || lpad(n::text, 7, '0') || '-0000000', 'https://www.amazon.com/gp/your-account/order-details?orderID=' || n,
      import.id
    FROM import, generate_series(1, ${TRANSACTIONS}) AS n`)
  await pool.query('VACUUM ANALYZE retailer_transaction')
}
