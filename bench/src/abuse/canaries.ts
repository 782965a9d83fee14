// Figure 12: what must never be found again.
import { sendCanaries } from '../fleet/canaries.ts'
import { openFleet } from '../fleet/fleet.ts'
import { kilobytes } from '../table.ts'
import type { AbuseFigure } from './figure.ts'

const INVOICE = { number: 'CANARY-1', amount: 75 }

export const canariesFigure: AbuseFigure = {
  name: 'canaries',
  run: async () => {
    const fleet = await openFleet(1, { LOG_LEVEL: 'trace' })
    try {
      await fleet.company.addInvoice(INVOICE.number, INVOICE.amount)
      const { canaries, places, hits } = await sendCanaries(fleet, INVOICE)
      const sizes = Object.entries(places).map(([name, size]) => `${name} ${kilobytes(size)}`)
      return [
        {
          figure: '12 Canaries',
          done: `${canaries} values of tax ids, a card, tokens and secret settings, looked for in: ${sizes.join(', ')}`,
          result: `found: ${hits.length}`,
          problems: hits,
        },
      ]
    } finally {
      await fleet.close()
    }
  },
}
