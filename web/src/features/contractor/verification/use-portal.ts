// The state of the portal: opening, asking for an email, waiting for the link, or approved.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetBills, portalCalls } from '../api.ts'
import { forgetLinkToken, peekLinkToken } from './link-token.ts'
import {
  type Contractor,
  enterWithEmail,
  enterWithToken,
  type Outcome,
  PORTAL_TEXTS,
  type Refusal,
  sendLink,
} from './portal-flow.ts'
import { TOKEN_KEY, tokenStore } from './token-store.ts'

export type AskingState = {
  readonly status: 'asking' | 'checking'
  readonly email: string
  readonly refusal?: Refusal | undefined
  /** Good news, such as a completed sign-out. */
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

  useLinkOfOtherTab(awaitedEmail(state), settle)

  const move = (next: PortalState) => {
    setIsFresh(false)
    setState(next)
  }
  const leave = (next: PortalState) => {
    newest.current = undefined
    forgetBills(client)
    move(next)
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
    changeEmail: () => {
      tokenStore.clear()
      leave({ status: 'asking', email: '' })
    },
    /** The server has revoked every token of this email. */
    signedOut: () => {
      tokenStore.clear()
      leave({ status: 'asking', email: '', notice: PORTAL_TEXTS.signedOut })
    },
    /** The server no longer accepts the token. */
    expire: (email: string) => {
      tokenStore.clear()
      const message = PORTAL_TEXTS.sessionExpired
      leave({ status: 'asking', email, refusal: { kind: 'expired', message, isPassing: false } })
    },
  }
}

const knownToken = (): string | undefined => peekLinkToken() ?? tokenStore.read()

/** The email whose link this page is waiting for. */
const awaitedEmail = (state: PortalState): string | undefined => {
  if (state.status === 'sent') return state.email
  const hasExpired = state.status === 'asking' && state.refusal?.kind === 'expired'
  return hasExpired ? state.email : undefined
}

/** Continues here when the link is opened in another tab. */
const useLinkOfOtherTab = (
  email: string | undefined,
  settle: (attempt: Promise<Outcome>) => Promise<void>,
) => {
  useEffect(() => {
    if (email === undefined) return
    const goOn = async ({ key }: StorageEvent) => {
      const token = key === TOKEN_KEY ? tokenStore.read() : undefined
      if (token === undefined) return
      const outcome = await enterWithToken(token, parts)
      if (outcome.kind !== 'approved' || outcome.contractor.email !== email) return
      void settle(Promise.resolve(outcome))
    }
    window.addEventListener('storage', goOn)
    return () => window.removeEventListener('storage', goOn)
  }, [email, settle])
}
