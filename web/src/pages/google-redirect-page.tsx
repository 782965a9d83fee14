// Where the identity provider sends people back: finishes the sign-in and moves on.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isExpired } from '../features/identity/session/auth-data.ts'
import { session } from '../features/identity/session/browser-session.ts'
import { readCallback, returnPathOf } from '../features/identity/session/callback.ts'
import { exchangeCode } from '../features/identity/session/sign-in.ts'
import { ApiError, isRefusal } from '../shared/api-error.ts'
import { useGo } from '../shared/app-link.tsx'
import { paths } from '../shared/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Loading } from '../shared/ui/loading.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Page } from '../shared/ui/page.tsx'
import { PlainLink } from '../shared/ui/plain-button.tsx'
import { validationProblem } from '../shared/validation-problem.ts'

const wrongClock = () =>
  new ApiError('This sign-in has already expired. Please check the clock of your device.', {
    code: 'session_expired',
  })

export const GoogleRedirectPage = () => {
  const { search } = useLocation()
  const { error, returnPath } = useExchange(search)
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
      title={refused ? 'You do not have access' : 'Sign-in did not complete'}
      tabTitle="Authentication Error"
      width="text"
    >
      <Notice tone="negative" action={<PlainLink to={retry}>Try again</PlainLink>}>
        <p>Authentication Error: {message}</p>
        {detail ? <p>{detail}</p> : null}
        {refused ? (
          <p>
            To have an account provisioned, please write to <ContactLink />. If you have another
            account that is provisioned, try again with that one.
          </p>
        ) : null}
      </Notice>
    </Page>
  )
}

const useExchange = (search: string) => {
  const go = useGo()
  const [error, setError] = useState<unknown>()
  const callback = readCallback(search)
  const returnPath = returnPathOf(callback.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one address is one exchange.
  useEffect(() => {
    let left = false
    exchangeCode(callback).then(
      (auth) => {
        if (left) return
        if (isExpired(auth, Date.now())) return setError(wrongClock())
        session.signIn(auth)
        // In place of this page, so that Back does not come here again with a used code.
        go(returnPath, { replace: true })
      },
      (failed: unknown) => {
        if (!left) setError(failed)
      },
    )
    return () => {
      left = true
    }
  }, [search])
  return { error, returnPath }
}
