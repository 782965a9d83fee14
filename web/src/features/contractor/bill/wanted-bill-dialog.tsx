// Opens the bill that the URL names.
import { normalizeTaskId } from '@invoice-desk/contract/ids'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Contractor } from '../verification/portal-flow.ts'

// Loaded after the bills are shown.
const load = () => import('./bill-dialog.tsx')
const BillDialog = lazy(() => load().then((m) => ({ default: m.BillDialog })))

type WantedBillDialogProps = { readonly contractor: Contractor; readonly onExpired: () => void }

export const WantedBillDialog = ({ contractor, onExpired }: WantedBillDialogProps) => {
  const [params, setParams] = useSearchParams()
  const billId = normalizeTaskId(params.get('conversation') ?? '')
  useEffect(() => void load().catch(() => {}), [])
  if (billId === '') return null
  return (
    <Suspense fallback={null}>
      <BillDialog
        key={billId}
        contractor={contractor}
        billId={billId}
        onExpired={onExpired}
        onClose={() => setParams({}, { replace: true, preventScrollReset: true })}
      />
    </Suspense>
  )
}
