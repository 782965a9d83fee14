// All invoices, in every status: staff find, total and export them.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import {
  BUILT_IN_VIEWS,
  downloadInvoices,
  invoicesQuery,
  readView,
} from '../features/approval/invoices/api.ts'
import { InvoiceList } from '../features/approval/invoices/invoice-list.tsx'
import { useEndless } from '../shared/lists/use-infinite-list.ts'
import { useAddressView } from '../shared/lists/use-url-filters.ts'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { ExportButton } from '../shared/ui/list/export-button.tsx'
import { ViewTabs } from '../shared/ui/list/view-tabs.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

export const InvoicesPage = () => {
  const [view, setView] = useAddressView(readView)
  const list = useEndless(invoicesQuery(view))
  return (
    <Page
      title={staffTitle('/invoices')}
      action={
        <ExportButton label="Export" name="invoices" onDownload={() => downloadInvoices(view)} />
      }
    >
      <ViewTabs page="invoices" builtIn={BUILT_IN_VIEWS} read={readView} />
      <Loaded query={list} waiting={<TableSkeleton rows={8} label="Loading invoices..." />}>
        {(data) => <InvoiceList list={list} data={data} view={view} onView={setView} />}
      </Loaded>
    </Page>
  )
}
