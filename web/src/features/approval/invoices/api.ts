// API calls for the list of all invoices.
import {
  exportInvoices,
  type ListedInvoice,
  listInvoices,
  type StatusTotal,
} from '@invoice-desk/contract/approval/approval-invoices'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { download } from '../../../shared/api/download.ts'
import { PAGE_SIZE, type Part } from '../../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../../shared/lists/use-infinite-list.ts'
import { today } from '../../../shared/text/today.ts'
import { APPROVAL } from '../api.ts'
import { filterOf, type InvoiceView } from './invoice-view.ts'

export type InvoicePart = Part<ListedInvoice> & {
  readonly totalAmount: number
  readonly byStatus: readonly StatusTotal[]
}

export const invoicesQuery = (view: InvoiceView) => {
  const filter = filterOf(view, today())
  return infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [...APPROVAL, 'invoices', filter],
    queryFn: async ({ pageParam: page, signal }): Promise<InvoicePart> => {
      const query = { ...filter, page, pageSize: PAGE_SIZE }
      const { invoices, ...totals } = await call(listInvoices, { query, signal })
      return { rows: invoices, ...totals }
    },
  })
}

export const downloadInvoices = (view: InvoiceView): Promise<Blob> =>
  download(exportInvoices, filterOf(view, today()))
