// Opens the bill that the URL names.
import { normalizeTaskId } from '@invoice-desk/contract/values/ids'
import { useSearchParams } from 'react-router'
import { BillDialog } from '../lazy.tsx'
import type { Contractor } from '../verification/portal-flow.ts'

type WantedBillDialogProps = { readonly contractor: Contractor; readonly onExpired: () => void }

export const WantedBillDialog = ({ contractor, onExpired }: WantedBillDialogProps) => {
  const [params, setParams] = useSearchParams()
  const billId = normalizeTaskId(params.get('conversation') ?? '')
  if (billId === '') return null
  return (
    <BillDialog
      key={billId}
      contractor={contractor}
      billId={billId}
      onExpired={onExpired}
      onClose={() => setParams({}, { replace: true, preventScrollReset: true })}
    />
  )
}
