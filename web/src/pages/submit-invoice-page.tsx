// The contractor portal: verify an email, see the bills, submit a new one.
import { Box } from '@mantine/core'
import { ContractorHome } from '../features/contractor/contractor-home.tsx'
import { billDrafts } from '../features/contractor/submission/bill-drafts.ts'
import { usePortal } from '../features/contractor/verification/use-portal.ts'
import { VerifyCard } from '../features/contractor/verification/verify-card.tsx'
import { Loading } from '../shared/ui/loading.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const SubmitInvoicePage = () => {
  const portal = usePortal()
  const { state, isFresh } = portal
  const isAsking = state.status !== 'approved' && state.status !== 'opening'
  return (
    <Page {...publicPage('/submit-invoice')} width={isAsking ? 'card' : 'wide'}>
      {state.status === 'opening' ? (
        // Keeps the footer below the screen, where it will be once the bills are shown.
        <Box mih="100dvh">
          <Loading label="Verifying..." />
        </Box>
      ) : null}
      {state.status === 'approved' ? (
        <ContractorHome
          key={state.contractor.email}
          contractor={state.contractor}
          takesFocus={!isFresh}
          onChangeEmail={portal.changeEmail}
          onSignedOut={portal.signedOut}
          onExpired={() => portal.expire(state.contractor.email)}
        />
      ) : null}
      {isAsking ? (
        <VerifyCard
          state={state}
          portal={portal}
          hasDraft={state.status !== 'sent' && billDrafts().of(state.email) !== undefined}
        />
      ) : null}
    </Page>
  )
}
