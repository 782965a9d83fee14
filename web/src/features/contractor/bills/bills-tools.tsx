// Searches a contractor's bills and exports them.
import { exportVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { download } from '../../../shared/api/download.ts'
import { SearchInput } from '../../../shared/ui/form/search-input.tsx'
import { ExportButton } from '../../../shared/ui/list/export-button.tsx'
import type { Contractor } from '../verification/portal-flow.ts'
import classes from './bills.module.css'

type BillsToolsProps = {
  readonly contractor: Contractor
  readonly search: string
  readonly onSearch: (search: string) => void
}

export const BillsTools = ({ contractor, search, onSearch }: BillsToolsProps) => (
  <div className={`row between ${classes.tools}`}>
    <SearchInput
      isLabelHidden
      placeholder="Search by invoice number or amount"
      search={search}
      onSearch={onSearch}
    />
    <ExportButton
      label="Export CSV"
      name="bills"
      onDownload={() => download(exportVendorBills, { search }, contractor.token)}
    />
  </div>
)
