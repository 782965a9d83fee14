// QuickBooks, email, Stripe and PayPal are down while contractors submit and staff approve. Afterward, everything
// catches up.
import { setTimeout as sleep } from 'node:timers/promises'
import { addKnownContractor, approve, findMissing, submit } from './contractor.ts'
import { openFaultLab } from './fault-lab.ts'
import { type FaultMeasurement, seconds } from './measurement.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

const BILLS = 20
const OUTAGE_MS = 120_000
const SERVICES = ['quickbooks', 'mail', 'stripe', 'paypal']

export const outageMeasurement: FaultMeasurement = {
  name: 'outage',
  run: async ({ payments }) => {
    const outageMs = Math.min(OUTAGE_MS, payments * 1_000)
    await using lab = await openFaultLab()
    const contractor = await addKnownContractor(lab)
    for (const provider of SERVICES) {
      await lab.control('/faults', { provider, mode: 'error', match: '', times: 100_000 })
    }
    const began = Date.now()
    const numbers = Array.from({ length: BILLS }, (_, index) => `O-${index}`)
    const submitted: string[] = []
    for (const number of numbers) submitted.push(await submit(lab, contractor, number))
    let approved = 0
    for (const id of submitted) if (await approve(lab, id)) approved += 1
    await sleep(Math.max(0, outageMs - (Date.now() - began)))
    await lab.control('/faults', undefined, 'DELETE')
    const { took, missing } = await waitUntilComplete(() => findMissing(lab, numbers))
    return [
      {
        measurement: 'Services down for two minutes',
        setup: `${SERVICES.join(', ')} down for ${seconds(outageMs)}`,
        result: `${submitted.filter(Boolean).length} of ${BILLS} submitted and ${approved} approved during the outage; all bills and emails complete ${seconds(took)} later`,
        problems: [
          ...(submitted.some((id) => id === '') ? ['a submission was refused'] : []),
          ...(approved < BILLS ? ['an approval was refused'] : []),
          ...missing,
        ],
      },
    ]
  },
}
