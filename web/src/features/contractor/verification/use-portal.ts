// The state of the portal: opening, asking for an email, waiting for the link, or approved.
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { forgetLinkToken, peekLinkToken } from '../../../shared/navigation/link-token.ts'
import { forgetBills, portalCalls } from '../api.ts'
import {
  type AskingState,
  enterWithEmail,
  enterWithToken,
  type PortalState,
  sendLink,
} from './portal-flow.ts'
import { TOKEN_KEY, tokenStore } from './token-store.ts'

export type Portal = ReturnType<typeof usePortal>

const SIGNED_OUT =
  'You’re signed out on all devices. To sign in again, enter your email and open the new link we send you.'

const EXPIRED = {
  kind: 'expired',
  message: 'Your session has expired. Please verify your email again.',
} as const

const parts = { calls: portalCalls, store: tokenStore }

export const usePortal = () => {
  const client = useQueryClient()
  const [state, setState] = useState<PortalState>(() =>
    knownToken() === undefined ? { status: 'asking', email: '' } : { status: 'opening' },
  )
  // Focus moves only after the contractor's first action.
  const [isFresh, setIsFresh] = useState(true)
  // The results of earlier attempts are ignored.
  const newest = useRef<Promise<PortalState>>(undefined)

  const settle = async (attempt: Promise<PortalState>) => {
    newest.current = attempt
    const next = await attempt
    if (newest.current === attempt) setState(next)
  }

  const hasOpened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page opens.
  useEffect(() => {
    if (hasOpened.current) return
    hasOpened.current = true
    const token = knownToken()
    forgetLinkToken()
    if (token !== undefined) void settle(enterWithToken(token, parts))
  }, [])

  // Continues here when the link is opened in another tab.
  useWindowEvent('storage', async ({ key }) => {
    const email = awaitedEmail(state)
    const token = key === TOKEN_KEY ? tokenStore.read() : undefined
    if (email === undefined || token === undefined) return
    const next = await enterWithToken(token, parts)
    if (next.status === 'approved' && next.contractor.email === email)
      void settle(Promise.resolve(next))
  })

  const move = (next: PortalState, attempt?: Promise<PortalState>) => {
    setIsFresh(false)
    setState(next)
    newest.current = undefined
    if (attempt) void settle(attempt)
  }
  const ask = (next: Omit<AskingState, 'status'>) => {
    forgetBills(client)
    move({ status: 'asking', ...next })
  }
  const end = (next: Omit<AskingState, 'status'>) => {
    tokenStore.clear()
    ask(next)
  }

  return {
    state,
    isFresh,
    enter: (email: string) => move({ status: 'checking', email }, enterWithEmail(email, parts)),
    tryAgain: (token: string) => move({ status: 'opening' }, enterWithToken(token, parts)),
    sendAgain: (email: string) =>
      move({ status: 'sent', email, isResending: true }, sendLink(email, portalCalls)),
    askForEmail: () => ask({ email: '' }),
    /** Forgets the token in this browser only. */
    changeEmail: () => end({ email: '' }),
    /** The server has revoked every token of this email. */
    signedOut: () => end({ email: '', notice: SIGNED_OUT }),
    /** The server no longer accepts the token. */
    expire: (email: string) => end({ email, refusal: EXPIRED }),
  }
}

const knownToken = (): string | undefined => peekLinkToken() ?? tokenStore.read()

/** The email whose link this page is waiting for. */
const awaitedEmail = (state: PortalState): string | undefined => {
  if (state.status === 'sent') return state.email
  const hasExpired = state.status === 'asking' && state.refusal?.kind === 'expired'
  return hasExpired ? state.email : undefined
}
