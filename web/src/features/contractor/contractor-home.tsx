// The portal after verification: the contractor's bills, or the form for one.

import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { normalizeTaskId } from '@invoice-desk/contract/values/ids'
import { BILLS_RELOAD_DELAY_MS } from '@invoice-desk/contract/values/limits'
import { Avatar, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { EmailText } from '../../shared/ui/email-text.tsx'
import { Loading } from '../../shared/ui/feedback/loading.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { reloadBills, showBill } from './api.ts'
import { BillsDashboard } from './bills/bills-dashboard.tsx'
import classes from './contractor-home.module.css'
import { clearMessageDrafts } from './conversation/message-drafts.ts'
import { BillDialog, DetailsDialog, loadParts, SignOutDialog } from './lazy.tsx'
import { billDrafts as drafts } from './submission/bill-drafts.ts'
import { draftNameOf, NEW_BILL, useFormTarget } from './submission/form-target.ts'
import type { Contractor } from './verification/portal-flow.ts'
import type { Portal } from './verification/use-portal.ts'

// Loaded after the bills are shown.
const loadForm = () => import('./submission/bill-form.tsx')
const BillForm = lazyPart(loadForm, 'BillForm', <Loading />)

type ContractorHomeProps = { readonly contractor: Contractor; readonly portal: Portal }

export const ContractorHome = ({ contractor, portal }: ContractorHomeProps) => {
  const { email } = contractor
  const client = useQueryClient()
  const earlier = useFormTarget(contractor)
  const [isOpen, setIsOpen] = useState(() => drafts.isInterrupted(email))
  const target = earlier.target ?? (isOpen ? NEW_BILL : undefined)
  const [opened, setOpened] = useState<'details' | 'sign-out'>()
  const [hasClosed, setHasClosed] = useState(false)

  useEffect(() => void Promise.all([loadForm(), loadParts()]).catch(() => {}), [])

  const close = () => {
    drafts.interrupt(undefined)
    setIsOpen(false)
    earlier.close()
    setHasClosed(true)
  }
  const show = (bill: ContractorBill | undefined) => {
    if (target) drafts.drop(draftNameOf(target, email))
    close()
    if (bill) showBill(client, contractor, bill)
    // By then, it may have been sent for approval.
    setTimeout(() => void reloadBills(client, contractor), BILLS_RELOAD_DELAY_MS)
  }
  const changeEmail = () => {
    clearMessageDrafts()
    drafts.interrupt(undefined)
    earlier.close()
    portal.changeEmail()
  }
  const expire = () => {
    drafts.interrupt(isOpen ? email : undefined)
    portal.expire(email)
  }
  return (
    <>
      <Stack gap="1.75rem">
        <Welcome contractor={contractor} takesFocus={!portal.isFresh}>
          <Button variant="default" onClick={changeEmail}>
            Change Email
          </Button>
          <Button variant="default" onClick={() => setOpened('details')}>
            Your details
          </Button>
          <Button {...QUIET} className={classes.signOut} onClick={() => setOpened('sign-out')}>
            Sign out of all devices
          </Button>
        </Welcome>
        {target ? (
          <BillForm
            key={draftNameOf(target, email)}
            contractor={contractor}
            target={target}
            onSubmitted={show}
            onExpired={expire}
            onCancel={close}
          />
        ) : earlier.isLoading ? (
          <Loading />
        ) : (
          <BillsDashboard
            contractor={contractor}
            takesFocus={hasClosed}
            notice={earlier.notice}
            onNewBill={() => setIsOpen(true)}
            onVerify={expire}
          />
        )}
      </Stack>
      {/* Not in the stack, where they would take room. */}
      <WantedBillDialog contractor={contractor} onExpired={expire} />
      {opened === 'details' ? (
        <DetailsDialog
          contractor={contractor}
          onExpired={expire}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
      {opened === 'sign-out' ? (
        <SignOutDialog
          contractor={contractor}
          onSignedOut={portal.signedOut}
          onExpired={expire}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}

const QUIET = { variant: 'subtle', color: 'gray', px: 'xs' } as const

type WelcomeProps = { contractor: Contractor; takesFocus: boolean; children: ReactNode }

const WRAP = { overflowWrap: 'anywhere', outline: 0 } as const

const Welcome = ({ contractor: { vendor, email }, takesFocus, children }: WelcomeProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Group>
      <Avatar size={44} color="accent" visibleFrom="sm" aria-hidden="true">
        {[...vendor.trim()][0]?.toUpperCase()}
      </Avatar>
      <div style={{ flex: '1 1 20rem', minWidth: 0 }}>
        <Title order={2} fz="var(--font-title)" ref={heading} tabIndex={-1} style={WRAP}>
          Welcome, {vendor}
        </Title>
        <Text c="var(--muted)" style={WRAP}>
          <EmailText email={email} />
        </Text>
      </div>
      <Group gap="xs" className={classes.actions}>
        {children}
      </Group>
    </Group>
  )
}

type WantedBillDialogProps = { readonly contractor: Contractor; readonly onExpired: () => void }

/** Opens the bill that the URL names. */
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
