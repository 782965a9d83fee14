// Figure 13: QuickBooks, the mail server and the card service are down; contractors submit and staff approve all the
// same, and when the services are back everything that was promised happens.
import { setTimeout as sleep } from 'node:timers/promises'
import { addKnownContractor, approve, findMissing, submit } from './contractor.ts'
import { type FaultFigure, seconds } from './figure.ts'
import { openTown } from './town.ts'
import { waitForNone } from './wait-for-none.ts'

const BILLS = 20
const OUTAGE_MS = 120_000
const SERVICES = ['quickbooks', 'mail', 'stripe', 'paypal']

export const outageFigure: FaultFigure = {
  name: 'outage',
  run: async ({ payments }) => {
    const outageMs = Math.min(OUTAGE_MS, payments * 1_000)
    const town = await openTown()
    try {
      const contractor = await addKnownContractor(town)
      for (const provider of SERVICES) {
        await town.control('/faults', { provider, mode: 'error', match: '', times: 100_000 })
      }
      const began = Date.now()
      const numbers = Array.from({ length: BILLS }, (_, index) => `O-${index}`)
      const submitted: string[] = []
      for (const number of numbers) submitted.push(await submit(town, contractor, number))
      let approved = 0
      for (const id of submitted) if (await approve(town, id)) approved += 1
      await sleep(Math.max(0, outageMs - (Date.now() - began)))
      await town.control('/faults', undefined, 'DELETE')
      const { took, missing } = await waitForNone(() => findMissing(town, numbers))
      return [
        {
          figure: '13 services down for minutes',
          done: `${SERVICES.join(', ')} down for ${seconds(outageMs)}`,
          result: `${submitted.filter(Boolean).length} of ${BILLS} submitted and ${approved} approved meanwhile; all bills and mails there ${seconds(took)} after`,
          problems: [
            ...(submitted.some((id) => id === '') ? ['a submission was refused'] : []),
            ...(approved < BILLS ? ['an approval was refused'] : []),
            ...missing,
          ],
        },
      ]
    } finally {
      await town.close()
    }
  },
}
