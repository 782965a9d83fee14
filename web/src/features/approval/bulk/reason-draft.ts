// The reason for rejecting these invoices. Another selection doesn't get it.
import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { keepDraft, readDraft } from '../../../shared/drafts/drafts.ts'

type Invoices = readonly Pick<PendingInvoice, 'id'>[]

const nameOf = (invoices: Invoices): string =>
  `rejection of ${invoices
    .map(({ id }) => id)
    .toSorted()
    .join()}`

export const readReason = (invoices: Invoices): string => readDraft(nameOf(invoices))

export const keepReason = (invoices: Invoices, reason: string) =>
  keepDraft(nameOf(invoices), reason)
