// The contractor portal: verify an email, see the bills, submit a new one.
import { Box } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { type Portal, usePortal } from '../features/contractor/verification/use-portal.ts'
import { VerifyCard } from '../features/contractor/verification/verify-card.tsx'
import { Loading } from '../shared/ui/loading.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

// Loads after the first view, while the email is being verified.
const loadHome = () => import('../features/contractor/contractor-home.tsx')
const ContractorHome = lazy(() => loadHome().then((m) => ({ default: m.ContractorHome })))

export const SubmitInvoicePage = () => {
  const portal = usePortal()
  useEffect(() => void loadHome().catch(() => {}), [])
  const { status } = portal.state
  const isWide = status === 'approved' || status === 'opening'
  return (
    <Page {...publicPage('/submit-invoice')} width={isWide ? 'wide' : 'card'}>
      <PortalContent portal={portal} />
    </Page>
  )
}

const PortalContent = ({ portal }: { portal: Portal }) => {
  const { state } = portal
  if (state.status === 'opening') return <Opening />
  if (state.status !== 'approved') return <VerifyCard state={state} portal={portal} />
  const { contractor } = state
  return (
    <Suspense fallback={<Opening />}>
      <ContractorHome key={contractor.email} contractor={contractor} portal={portal} />
    </Suspense>
  )
}

/** Keeps the footer below the screen, where it will be once the bills are shown. */
const Opening = () => (
  <Box mih="100dvh">
    <Loading label="Verifying..." />
  </Box>
)
