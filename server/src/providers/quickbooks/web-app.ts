// Where people see a record in QuickBooks itself.
import type { Config } from '../../config.ts'

/** Opens in the company that the person is signed in to. */
export const billUrl = ({ quickbooks }: Pick<Config, 'quickbooks'>, billId: string): string =>
  `${quickbooks.appUrl}/app/bill?txnId=${encodeURIComponent(billId)}`
