// A condition on a bill's status, checked against the table of statuses.
import type { BillStatus } from '@invoice-desk/contract/bills/bill-status'
import { isOneOf } from '../../db/schema/common.ts'

export const hasStatus = (...statuses: readonly BillStatus[]): string => isOneOf('status', statuses)
