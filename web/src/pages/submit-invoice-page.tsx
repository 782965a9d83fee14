// The contractor portal: verify an email, see the bills, submit a new one.
import { Box } from '@mantine/core'
import { ContractorHome } from '../features/contractor/contractor-home.tsx'
import { type Portal, usePortal } from '../features/contractor/verification/use-portal.ts'
import { VerifyCard } from '../features/contractor/verification/verify-card.tsx'
import { Loading } from '../shared/ui/loading.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const SubmitInvoicePage = () => {
  const portal = usePortal()
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
  if (state.status === 'opening')
    return (
      // Keeps the footer below the screen, where it will be once the bills are shown.
      <Box mih="100dvh">
        <Loading label="Verifying..." />
      </Box>
    )
  if (state.status !== 'approved') return <VerifyCard state={state} portal={portal} />
  const { contractor } = state
  return <ContractorHome key={contractor.email} contractor={contractor} portal={portal} />
}
