// The page that Google redirects to after its consent page: connects the Gmail account and returns to the mail relay.
import type { RelayMailbox } from '@invoice-desk/contract/relay/mail-relay'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { connectGmail, findAsked, redirectToGmail } from '../features/relay/connect-gmail.ts'
import { ApiError, isRefusal } from '../shared/api/api-error.ts'
import { validationProblem } from '../shared/api/validation-problem.ts'
import { useGo } from '../shared/navigation/app-link.tsx'
import { readCallbackSearch } from '../shared/navigation/callback-search.ts'
import { paths } from '../shared/navigation/paths.ts'
import { Loading } from '../shared/ui/feedback/loading.tsx'
import { Notice } from '../shared/ui/feedback/notice.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../shared/ui/form/busy-button.tsx'
import { Page } from '../shared/ui/page.tsx'
import { PlainLink } from '../shared/ui/plain-button.tsx'

export const GmailRedirectPage = () => {
  const { failure, onFailure } = useConnecting()
  if (!failure)
    return (
      <Page title="Connecting Gmail" width="card">
        <Loading label="Processing..." />
      </Page>
    )
  const { message, detail, kind } = failure
  return (
    <Page title="Gmail isn’t connected" width="text">
      <Notice
        tone={kind === 'canceled' ? 'info' : 'negative'}
        action={<NextSteps kind={kind} onFailure={onFailure} />}
      >
        <p>{message}</p>
        {detail ? <p>{detail}</p> : null}
      </Notice>
    </Page>
  )
}

type Kind = 'canceled' | 'signed-out' | 'no-access' | 'failed'
type Failure = ReturnType<typeof validationProblem> & { readonly kind: Kind }

type NextStepsProps = { readonly kind: Kind; readonly onFailure: (error: unknown) => void }

const NextSteps = ({ kind, onFailure }: NextStepsProps) => {
  const [isLeaving, setLeaving] = useState(false)
  if (kind === 'signed-out')
    return <PlainLink to={paths.auth({ redirect: paths.mailRelay() })}>Sign in</PlainLink>
  const leave = () => {
    setLeaving(true)
    redirectToGmail(findAsked()).catch((error: unknown) => {
      setLeaving(false)
      onFailure(error)
    })
  }
  return (
    <>
      {kind === 'no-access' ? null : (
        <BusyButton isBusy={isLeaving} announced="Opening Google..." onClick={leave}>
          Connect again
        </BusyButton>
      )}
      <PlainLink to={paths.mailRelay()}>Back to the mail relay</PlainLink>
    </>
  )
}

const useConnecting = () => {
  const go = useGo()
  const navigate = useNavigate()
  // In the history, so that a reload shows it again: the code is used up.
  const failure = useLocation().state as Failure | null
  const onFailure = (error: unknown) =>
    void navigate(paths.gmailRedirect(), { replace: true, state: failureOf(error) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: one exchange per page load.
  useEffect(() => {
    if (failure) return
    let left = false
    // Replaces this page, so Back doesn't return here with a used code.
    const leave = () => go(paths.mailRelay(), { replace: true })
    const query = new URLSearchParams(readCallbackSearch())
    // Reloaded before the answer arrived. The mail relay's page shows what is connected.
    if (!query.has('code') && !query.has('error')) return leave()
    exchange(query).then(
      (mailbox) => {
        if (left) return
        showConnected(mailbox)
        leave()
      },
      (error: unknown) => left || onFailure(error),
    )
    return () => {
      left = true
    }
  }, [])
  return { failure, onFailure }
}

/** On Google's page, people can choose another account than the one they asked for. */
const showConnected = (mailbox: RelayMailbox | undefined) => {
  const asked = findAsked()
  if (!mailbox || !asked || asked.address === mailbox.address)
    return showToast('success', `${mailbox?.address ?? 'The Gmail account'} is connected`)
  const still = asked.state === 'connected' ? 'is still paused' : 'still isn’t connected'
  showToast('warning', `You connected ${mailbox.address}, but ${asked.address} ${still}.`)
}

const exchange = async (query: URLSearchParams) => {
  const [code, error, iss] = [query.get('code'), query.get('error'), query.get('iss')]
  if (error === CANCELED) throw refused('You canceled the connection.', CANCELED)
  if (error || !code)
    throw refused(`Google didn’t finish the connection${error ? ` (${error})` : ''}. Try again.`)
  return connectGmail({ code, state: query.get('state') ?? '', ...(iss && { iss }) })
}

const CANCELED = 'access_denied'

const refused = (text: string, code = 'gmail_refused') => new ApiError(text, { code })

const failureOf = (error: unknown): Failure => {
  const kind = kindOf(error)
  return kind === 'signed-out'
    ? { kind, message: 'You’re signed out. Sign in, then connect the account again.' }
    : { kind, ...validationProblem(error) }
}

const kindOf = (error: unknown): Kind => {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.code === CANCELED) return 'canceled'
  if (error.is('sign_in_required', 'session_expired')) return 'signed-out'
  return isRefusal(error) ? 'no-access' : 'failed'
}
