// Kills the app at each step of a bill, from the form to the attachment in QuickBooks. People resubmit a form that got
// no answer; everything else recovers automatically.
import type { Contractor } from '@invoice-desk/testing/contractor/contractors'
import type { Result } from '../measurements.ts'
import { addKnownContractor, approve, EMAIL, findMissing, submit } from './contractor.ts'
import type { FaultLab } from './fault-lab.ts'
import { seconds } from './measurement.ts'
import { type Crash, crashes, setTrap, waitUntilTrapped } from './trap.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

const POINTS = crashes([
  { step: 'the human check', provider: 'human-check', match: 'siteverify' },
  { step: 'the confirmation email', provider: 'mail', match: `${EMAIL} Invoice` },
  { step: 'the email to the approvers', provider: 'mail', match: 'Approve invoice' },
  { step: 'adding the bill to QuickBooks', provider: 'quickbooks', match: '/bill?' },
  { step: 'attaching its file', provider: 'quickbooks', match: '/upload' },
  { step: 'the approval email', provider: 'mail', match: ' approved' },
])

export const killBills = async (lab: FaultLab): Promise<Result> => {
  const contractor = await addKnownContractor(lab)
  const numbers = POINTS.map((_, index) => `P-${index}`)
  for (const [index, point] of POINTS.entries()) {
    await killAt(lab, contractor, point, numbers[index] ?? '')
  }
  const { took, missing } = await waitUntilComplete(() => findMissing(lab, numbers))
  return {
    measurement: 'Bills killed at each step',
    setup: `${POINTS.length} steps: ${POINTS.map(({ name }) => name).join('; ')}`,
    result: `${numbers.length} bills, each once here and in QuickBooks, with its file once; all emails sent; settled after ${seconds(took)}`,
    problems: missing,
  }
}

const killAt = async (lab: FaultLab, contractor: Contractor, point: Crash, number: string) => {
  await setTrap(lab, point)
  const running = submit(lab, contractor, number)
    .then((id) => approve(lab, id))
    .catch(() => false)
  await waitUntilTrapped(lab, point)
  await lab.kill()
  await running
  await lab.control('/faults', undefined, 'DELETE')
  await lab.start()
  // An existing bill is refused as a duplicate.
  await submit(lab, contractor, number)
  const { rows } = await lab.pool.query<{ id: string }>(
    'SELECT id FROM bill WHERE invoice_number = $1',
    [number],
  )
  // Approved already, unless the kill came first.
  if (rows[0]) await approve(lab, rows[0].id)
}
