// The portal after verification: the contractor's bills, or the form of a new one.
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { BILLS_RELOAD_DELAY_MS } from '@invoice-desk/contract/limits'
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Loading } from '../../shared/ui/loading.tsx'
import { reloadBills, showNewBill } from './api.ts'
import { BillsDashboard } from './bills/bills-dashboard.tsx'
import { WelcomeCard } from './bills/welcome-card.tsx'
import { billDrafts } from './submission/bill-drafts.ts'
import type { Contractor } from './verification/portal-flow.ts'

// Loaded after the bills are shown.
const loadForm = () => import('./submission/new-bill-form.tsx')
const NewBillForm = lazy(() => loadForm().then((m) => ({ default: m.NewBillForm })))
const loadSignOut = () => import('./verification/sign-out-dialog.tsx')
const SignOutDialog = lazy(() => loadSignOut().then((m) => ({ default: m.SignOutDialog })))

type ContractorHomeProps = {
  readonly contractor: Contractor
  readonly takesFocus: boolean
  readonly onChangeEmail: () => void
  readonly onSignedOut: () => void
  readonly onExpired: () => void
}

export const ContractorHome = (props: ContractorHomeProps) => {
  const { contractor, takesFocus, onChangeEmail, onSignedOut, onExpired } = props
  const { email } = contractor
  const drafts = billDrafts()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(() => drafts.isInterrupted(email))
  const [isSigningOut, setIsSigningOut] = useState(false)
  const heading = useFocusAfter(isOpen)

  useEffect(() => void Promise.all([loadForm(), loadSignOut()]).catch(() => {}), [])

  const close = () => {
    drafts.interrupt(undefined)
    setIsOpen(false)
  }
  const show = (bill: ContractorBill | undefined) => {
    drafts.drop(email)
    close()
    if (bill) showNewBill(client, contractor, bill)
    setTimeout(() => void reloadBills(client, contractor), BILLS_RELOAD_DELAY_MS)
  }
  const expire = () => {
    drafts.interrupt(isOpen ? email : undefined)
    onExpired()
  }
  return (
    <Stack gap="lg">
      <WelcomeCard
        contractor={contractor}
        takesFocus={takesFocus}
        onChangeEmail={() => {
          drafts.interrupt(undefined)
          onChangeEmail()
        }}
        onSignOut={() => setIsSigningOut(true)}
      />
      {isSigningOut ? (
        <Suspense fallback={null}>
          <SignOutDialog
            contractor={contractor}
            hasDraft={drafts.of(email) !== undefined}
            onSignedOut={() => {
              drafts.drop(email)
              drafts.interrupt(undefined)
              onSignedOut()
            }}
            onExpired={expire}
            onClose={() => setIsSigningOut(false)}
          />
        </Suspense>
      ) : null}
      {isOpen ? (
        <Suspense fallback={<Loading />}>
          <NewBillForm
            contractor={contractor}
            draft={drafts.of(email)}
            onDraft={(fields) => drafts.hold(email, fields)}
            onSubmitted={show}
            onExpired={expire}
            onCancel={close}
          />
        </Suspense>
      ) : (
        <BillsDashboard
          contractor={contractor}
          heading={heading}
          onNewBill={() => setIsOpen(true)}
          onVerify={expire}
        />
      )}
    </Stack>
  )
}

/** Focuses the heading of the bills when the form closes. */
const useFocusAfter = (isOpen: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isOpen && wasOpen.current) heading.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return heading
}
