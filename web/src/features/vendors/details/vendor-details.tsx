// What an invitation link leads to: the vendor's form or details, or why the link doesn't work.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { openedQuery } from './api.ts'
import { takeDetailsToken } from './details-token.ts'
import { LinkProblem, type LinkProblemKind } from './link-problem.tsx'

/** Keeps the footer below the screen, where it will be once the form is shown. */
const OPENING = (
  <div style={{ minHeight: '100dvh' }}>
    <Loading label="Opening your invitation..." />
  </div>
)

// Loads while the link is checked.
const loadInvitation = () => import('./invitation.tsx')
const Invitation = lazyPart(loadInvitation, 'Invitation', OPENING)

export const VendorDetails = () => {
  const [token] = useState(takeDetailsToken)
  return token === undefined ? <LinkProblem kind="missing" /> : <WithToken token={token} />
}

const WithToken = ({ token }: { token: string }) => {
  const { data, error, isPending, refetch } = useQuery(openedQuery(token))
  useEffect(() => void loadInvitation().catch(() => {}), [])
  if (isPending) return OPENING
  if (!data) {
    const kind = linkProblemOf(error)
    if (kind) return <LinkProblem kind={kind} />
    return <Problem error={error} onRetry={() => void refetch()} />
  }
  return <Invitation token={token} opened={data} onReload={() => void refetch()} />
}

const linkProblemOf = (error: unknown): LinkProblemKind | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.is('token_expired')) return 'expired'
  return error.is('token_invalid', 'invalid_input') ? 'invalid' : undefined
}
