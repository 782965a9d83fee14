// Opens the messages of the bill that the URL names.
import { normalizeTaskId } from '@invoice-desk/contract/ids'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Contractor } from '../verification/portal-flow.ts'

// Loaded after the bills are shown.
const load = () => import('./conversation-dialog.tsx')
const ConversationDialog = lazy(() => load().then((m) => ({ default: m.ConversationDialog })))

type WantedConversationProps = { readonly contractor: Contractor; readonly onExpired: () => void }

export const WantedConversation = ({ contractor, onExpired }: WantedConversationProps) => {
  const [params, setParams] = useSearchParams()
  const billId = normalizeTaskId(params.get('conversation') ?? '')
  useEffect(() => void load().catch(() => {}), [])
  if (billId === '') return null
  return (
    <Suspense fallback={null}>
      <ConversationDialog
        key={billId}
        contractor={contractor}
        billId={billId}
        onExpired={onExpired}
        onClose={() => setParams({}, { replace: true, preventScrollReset: true })}
      />
    </Suspense>
  )
}
