// The state of the portal: opening, asking for an email, waiting for the link, or approved.
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetBills, portalCalls } from '../api.ts'
import { forgetLinkToken, peekLinkToken } from './link-token.ts'
import {
  type Contractor,
  enterWithEmail,
  enterWithToken,
  type Outcome,
  type Refusal,
  sendLink,
} from './portal-flow.ts'
import { TOKEN_KEY, tokenStore } from './token-store.ts'

export type AskingState = {
  readonly status: 'asking' | 'checking'
  readonly email: string
  readonly refusal?: Refusal | undefined
  /** A success message, such as after a sign-out. */
  readonly notice?: string | undefined
  /** The token of a link that got no answer and can be tried again. */
  readonly token?: string | undefined
}
export type SentState = {
  readonly status: 'sent'
  readonly email: string
  readonly isResending: boolean
}
type PortalState =
  | { readonly status: 'opening' }
  | AskingState
  | SentState
  | { readonly status: 'approved'; readonly contractor: Contractor }

export type Portal = ReturnType<typeof usePortal>

const SIGNED_OUT =
  'You’re signed out on all devices. To come back, enter your email and open the new link we send you.'

const EXPIRED: Refusal = {
  kind: 'expired',
  message: 'Your session has expired. Please verify your email again.',
  isPassing: false,
}

const parts = { calls: portalCalls, store: tokenStore }

export const usePortal = () => {
  const client = useQueryClient()
  const [state, setState] = useState<PortalState>(() =>
    knownToken() === undefined ? { status: 'asking', email: '' } : { status: 'opening' },
  )
  // The focus moves only after the contractor's first action.
  const [isFresh, setIsFresh] = useState(true)
  // Answers to earlier attempts are ignored.
  const newest = useRef<Promise<Outcome>>(undefined)

  const settle = useCallback(async (attempt: Promise<Outcome>, token?: string) => {
    newest.current = attempt
    const outcome = await attempt
    if (newest.current !== attempt) return
    if (outcome.kind === 'approved') return setState({ ...outcome, status: 'approved' })
    const { email } = outcome
    if (outcome.kind === 'sent') return setState({ status: 'sent', email, isResending: false })
    const { refusal } = outcome
    setState({ status: 'asking', email, refusal, token: refusal.isPassing ? token : undefined })
  }, [])

  const openWith = useCallback(
    (token: string) => {
      setState({ status: 'opening' })
      return settle(enterWithToken(token, parts), token)
    },
    [settle],
  )

  const hasOpened = useRef(false)
  useEffect(() => {
    if (hasOpened.current) return
    hasOpened.current = true
    const token = knownToken()
    forgetLinkToken()
    if (token !== undefined) void openWith(token)
  }, [openWith])

  // Continues here when the link is opened in another tab.
  useWindowEvent('storage', async ({ key }) => {
    const email = awaitedEmail(state)
    const token = key === TOKEN_KEY ? tokenStore.read() : undefined
    if (email === undefined || token === undefined) return
    const outcome = await enterWithToken(token, parts)
    if (outcome.kind === 'approved' && outcome.contractor.email === email)
      void settle(Promise.resolve(outcome))
  })

  const move = (next: PortalState) => {
    setIsFresh(false)
    setState(next)
  }
  const leave = (next: PortalState) => {
    newest.current = undefined
    forgetBills(client)
    move(next)
  }
  const end = (next: Omit<AskingState, 'status'>) => {
    tokenStore.clear()
    leave({ status: 'asking', ...next })
  }

  return {
    state,
    isFresh,
    enter: (email: string) => {
      move({ status: 'checking', email })
      void settle(enterWithEmail(email, parts))
    },
    tryAgain: (token: string) => {
      setIsFresh(false)
      void openWith(token)
    },
    sendAgain: (email: string) => {
      move({ status: 'sent', email, isResending: true })
      void settle(sendLink(email, portalCalls))
    },
    askForEmail: () => leave({ status: 'asking', email: '' }),
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
