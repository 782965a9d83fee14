// Looks for secrets in logs, database rows, outgoing URLs and error responses.
import { sendCanaries } from '../lab/canaries.ts'
import { openFleet } from '../lab/fleet.ts'
import { kilobytes } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

const INVOICE = { number: 'CANARY-1', amount: 75 }

export const canariesMeasurement: AbuseMeasurement = {
  name: 'canaries',
  run: async () => {
    await using fleet = await openFleet(1, { LOG_LEVEL: 'trace' })
    await fleet.company.addInvoice(INVOICE.number, INVOICE.amount)
    const { canaries, places, hits } = await sendCanaries(fleet, INVOICE)
    const sizes = Object.entries(places).map(([name, size]) => `${name} ${kilobytes(size)}`)
    return [
      {
        measurement: 'Leaked secrets',
        setup: `${canaries} values of tax ids, a card, tokens and secret settings, searched for in: ${sizes.join(', ')}`,
        result: `found: ${hits.length}`,
        problems: hits,
      },
    ]
  },
}
