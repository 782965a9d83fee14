// A lab for fault runs: short timeouts, no rate limits, and a record of the sample payments.
import { type Lab, openLab } from '../lab/lab.ts'
import type { Attempt } from './ledgers.ts'

/** What no ledger tells. */
type Story = {
  /** Invoices that a bookkeeper settled or voided while their payer was away, and what they owed before, in cents. */
  readonly changed: Map<string, number>
  /** A backup has replaced the database. */
  isRestored: boolean
  /** The payments that it lacked. */
  lost: readonly Attempt[]
}

export type FaultLab = Lab & {
  readonly story: Story
  /** The ids of the payments in the sample books. */
  readonly samplePayments: ReadonlySet<string>
}

const SETTINGS = {
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_FACTOR: '100000',
  PAYMENT_TIMEOUT_MS: '1500',
  QBO_TIMEOUT_MS: '1500',
  GMAIL_TIMEOUT_MS: '1500',
}

export const openFaultLab = async (
  env: Readonly<Record<string, string>> = {},
  processes = 1,
): Promise<FaultLab> => {
  const lab = await openLab(processes, { ...SETTINGS, ...env })
  const { quickbooks } = (await lab.control('/state')) as {
    quickbooks: { payments: { Id: string }[] }
  }
  return {
    ...lab,
    story: { changed: new Map(), isRestored: false, lost: [] },
    samplePayments: new Set(quickbooks.payments.map(({ Id }) => Id)),
  }
}
