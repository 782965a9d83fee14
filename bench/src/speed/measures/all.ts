// Every kind of request that is measured.
import { contractorBills } from './bills.ts'
import type { Measure } from './measure.ts'
import { pendingPage } from './pending.ts'
import { submitBill } from './submit.ts'
import { approveTask, fetchTask } from './tasks.ts'

/** Those that add rows come last, so that the others meet the number of tasks they are named after. */
export const MEASURES: readonly Measure[] = [
  pendingPage,
  contractorBills,
  fetchTask,
  approveTask,
  submitBill,
]

export const CONNECTIONS = [1, 16] as const
