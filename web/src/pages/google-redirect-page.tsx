// Google redirects here: finishes the sign-in and continues to the requested page.
import { useEffect, useRef, useState } from 'react'
import { isExpired } from '../features/identity/session/auth-data.ts'
import { endOnServer, session } from '../features/identity/session/browser-session.ts'
import { readCallback, returnPathOf } from '../features/identity/session/callback.ts'
import { exchangeCode } from '../features/identity/session/sign-in.ts'
import { ApiError, isRefusal } from '../shared/api/api-error.ts'
import { validationProblem } from '../shared/api/validation-problem.ts'
import { useGo } from '../shared/navigation/app-link.tsx'
import { readCallbackSearch } from '../shared/navigation/callback-search.ts'
import { paths } from '../shared/navigation/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Loading } from '../shared/ui/feedback/loading.tsx'
import { Notice } from '../shared/ui/feedback/notice.tsx'
import { Page } from '../shared/ui/page.tsx'
import { PlainLink } from '../shared/ui/plain-button.tsx'

const wrongClock = () =>
  new ApiError('This sign-in has already expired. Check the clock on your device and try again.', {
    code: 'session_expired',
  })

export const GoogleRedirectPage = () => {
  const { error, isCanceled, returnPath } = useExchange()
  if (error === undefined) {
    return (
      <Page title="Signing you in" width="card">
        <Loading label="Processing..." />
      </Page>
    )
  }
  const { message, detail } = validationProblem(error)
  const refused = isRefusal(error)
  const retry = paths.auth({ redirect: returnPath, switchUser: true })
  return (
    <Page
      title={refused ? 'You don’t have access' : 'Sign-in failed'}
      tabTitle="Authentication Error"
      width="text"
    >
      <Notice tone="negative" action={<PlainLink to={retry}>Try again</PlainLink>}>
        <p>Authentication Error: {message}</p>
        {detail ? <p>{detail}</p> : null}
        {isCanceled ? <p>You canceled the sign-in. Try again when you’re ready.</p> : null}
        {refused ? (
          <p>
            To request access, email <ContactLink />. If you have another account with access, try
            again with that one.
          </p>
        ) : null}
      </Notice>
    </Page>
  )
}

const useExchange = () => {
  const go = useGo()
  const [error, setError] = useState<unknown>()
  // React's strict mode leaves the page once and comes back.
  const isOpen = useRef(false)
  const callback = readCallback(readCallbackSearch())
  const returnPath = returnPathOf(callback.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one exchange per page load.
  useEffect(() => {
    isOpen.current = true
    exchangeCode(callback).then(
      (auth) => {
        const isWrong = isExpired(auth, Date.now())
        // The server has begun a session that no page will use.
        if (isWrong || !isOpen.current) endOnServer()
        if (!isOpen.current) return
        if (isWrong) return setError(wrongClock())
        session.signIn(auth)
        // Replaces this page, so Back doesn't return here with a used code.
        go(returnPath, { replace: true })
      },
      (failed: unknown) => {
        if (isOpen.current) setError(failed)
      },
    )
    return () => {
      isOpen.current = false
    }
  }, [])
  return { error, isCanceled: callback.error === 'access_denied', returnPath }
}
