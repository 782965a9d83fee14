// Figure 2, of a bill and its mails: the app is killed at each named point between the contractor's form and the file
// at the bill in QuickBooks. People send a form again when no answer came; everything else goes on by itself.
import type { Contractor } from '@invoice-desk/testing/contractor/contractors'
import type { Result } from '../figures.ts'
import { addKnownContractor, approve, EMAIL, findMissing, submit } from './contractor.ts'
import { seconds } from './figure.ts'
import type { Town } from './town.ts'
import { type Crash, crashes, setTrap, waitUntilTrapped } from './trap.ts'
import { waitForNone } from './wait-for-none.ts'

const POINTS = crashes([
  { step: 'the human check', provider: 'human-check', match: 'siteverify' },
  { step: 'mailing that it was received', provider: 'mail', match: `${EMAIL} Invoice` },
  { step: 'mailing the approvers', provider: 'mail', match: 'Approve invoice' },
  { step: 'adding the bill to QuickBooks', provider: 'quickbooks', match: '/bill?' },
  { step: 'attaching its file', provider: 'quickbooks', match: '/upload' },
  { step: 'mailing that it was approved', provider: 'mail', match: ' approved' },
])

export const killBills = async (town: Town): Promise<Result> => {
  const contractor = await addKnownContractor(town)
  const numbers = POINTS.map((_, index) => `P-${index}`)
  for (const [index, point] of POINTS.entries()) {
    await dieAt(town, contractor, point, numbers[index] ?? '')
  }
  const { took, missing } = await waitForNone(() => findMissing(town, numbers))
  return {
    figure: '2 killed at every named point of a bill',
    done: `${POINTS.length} points: ${POINTS.map(({ name }) => name).join('; ')}`,
    result: `${numbers.length} bills, each once here and in QuickBooks with its file once; mails there; settled after ${seconds(took)}`,
    problems: missing,
  }
}

const dieAt = async (town: Town, contractor: Contractor, point: Crash, number: string) => {
  await setTrap(town, point)
  const hurried = submit(town, contractor, number)
    .then((id) => approve(town, id))
    .catch(() => false)
  await waitUntilTrapped(town, point)
  await town.kill()
  await hurried
  await town.control('/faults', undefined, 'DELETE')
  await town.start()
  // What stands already is refused as a repeat.
  await submit(town, contractor, number)
  const { rows } = await town.pool.query<{ id: string }>(
    'SELECT id FROM bill WHERE invoice_number = $1',
    [number],
  )
  // Approved already, unless the kill came first.
  if (rows[0]) await approve(town, rows[0].id)
}
