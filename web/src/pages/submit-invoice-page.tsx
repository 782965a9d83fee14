// The contractor portal: verify an email, see the bills, submit a new one.

import { Box } from '@mantine/core'
import { useEffect } from 'react'
import { type Portal, usePortal } from '../features/contractor/verification/use-portal.ts'
import { VerifyCard } from '../features/contractor/verification/verify-card.tsx'
import { Loading } from '../shared/ui/feedback/loading.tsx'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { Page, PageTitle, publicPage } from '../shared/ui/page.tsx'
import classes from './submit-invoice-page.module.css'

/** Keeps the footer below the screen, where it will be once the bills are shown. */
const OPENING = (
  <Box mih="100dvh">
    <Loading label="Verifying..." />
  </Box>
)

// Loads after the first view, while the email is being verified.
const loadHome = () => import('../features/contractor/contractor-home.tsx')
const ContractorHome = lazyPart(loadHome, 'ContractorHome', OPENING)

export const SubmitInvoicePage = () => {
  const portal = usePortal()
  useEffect(() => void loadHome().catch(() => {}), [])
  const { intro, ...page } = publicPage('/submit-invoice')
  // The bills say more than the intro, and need its room.
  if (portal.state.status === 'approved') {
    return (
      <div className={`page ${classes.home}`}>
        <PageTitle tabTitle={page.tabTitle} className={`small medium muted ${classes.title}`}>
          {page.title}
        </PageTitle>
        <PortalContent portal={portal} />
      </div>
    )
  }
  return (
    <Page {...page} intro={intro}>
      <PortalContent portal={portal} />
    </Page>
  )
}

const PortalContent = ({ portal }: { portal: Portal }) => {
  const { state } = portal
  if (state.status === 'opening') return OPENING
  if (state.status !== 'approved') return <VerifyCard state={state} portal={portal} />
  const { contractor } = state
  return <ContractorHome key={contractor.email} contractor={contractor} portal={portal} />
}
