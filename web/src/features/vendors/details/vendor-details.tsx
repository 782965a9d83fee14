// What an invitation link leads to: the vendor's form or details, or why the link doesn't work.

import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../shared/api/api-error.ts'
import { openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepJson, readJson } from '../../../shared/drafts/stored-json.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { forgetLinkToken, peekLinkToken } from '../../../shared/navigation/link-token.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { Loading } from '../../../shared/ui/feedback/loading.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { openedQuery } from './api.ts'

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

const KEY = 'invoice-desk.vendor-details'

const storage = openStorage(() => window.sessionStorage)

/** Undefined if this tab has opened no link. */
const takeDetailsToken = (): string | undefined => {
  const token = peekLinkToken()
  if (token !== undefined) keepJson(storage, KEY, token)
  forgetLinkToken()
  return token ?? readJson(storage, KEY, z.string())
}

/** Shown if the page was opened without a link, or with one that doesn't work. */
export type LinkProblemKind = 'missing' | 'invalid' | 'expired'

const TEXTS = {
  missing: {
    title: 'Open the link in your email',
    text: 'This page needs the link from our invitation email. If you closed it, open the email and choose the link again.',
  },
  invalid: {
    title: 'This link isn’t valid',
    text: 'Part of it may be missing, or a newer email has replaced it. Open the link in the latest email from us.',
  },
  expired: {
    title: 'This link has expired',
    text: `For your security, a link works for ${VENDOR_DETAILS_DAYS_MAX} days.`,
  },
} as const satisfies Record<LinkProblemKind, { title: string; text: string }>

const LinkProblem = ({ kind }: { kind: LinkProblemKind }) => (
  <Card>
    <Stack gap="sm">
      <Title order={2} fz="var(--font-title)">
        {TEXTS[kind].title}
      </Title>
      <p>{TEXTS[kind].text}</p>
      <p>
        To get a new link, email <ContactLink />. If you already send us invoices, you can also get
        one in the <AppLink to={paths.submitInvoice()}>contractor portal</AppLink> under Your
        details.
      </p>
    </Stack>
  </Card>
)
