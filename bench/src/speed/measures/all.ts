// All measured kinds of requests.

import type { Options } from '../../options.ts'
import { contractorBills } from './bills.ts'
import { lookUpInvoice, readHistory } from './invoices.ts'
import type { Measure } from './measure.ts'
import { payInvoice } from './payments.ts'
import { pendingPage } from './pending.ts'
import { submitBill } from './submit.ts'
import { approveTask, fetchTask } from './tasks.ts'

/** Measures that add rows come last, so the others see the stated number of tasks. */
const MEASURES: readonly Measure[] = [
  pendingPage,
  contractorBills,
  fetchTask,
  lookUpInvoice,
  readHistory,
  approveTask,
  submitBill,
  payInvoice,
]

/** Chooses the measures whose names contain a word from the command line. */
export const chooseMeasures = ({ requests }: Options): readonly Measure[] =>
  MEASURES.filter(
    ({ name }) => requests.length === 0 || requests.some((word) => name.includes(word)),
  )

export const CONNECTIONS = [1, 16] as const
