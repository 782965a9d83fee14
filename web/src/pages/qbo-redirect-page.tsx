// The page that QuickBooks redirects to after authorization: stores the connection and shows the result.

import { useEffect, useState } from 'react'
import { type StoredConnection, storeConnection } from '../features/accounting/api.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { validationProblem } from '../shared/api/validation-problem.ts'
import { readCallbackSearch } from '../shared/navigation/callback-search.ts'
import { paths } from '../shared/navigation/paths.ts'
import { formatDay } from '../shared/text/times.ts'
import { Loading } from '../shared/ui/feedback/loading.tsx'
import { Notice } from '../shared/ui/feedback/notice.tsx'
import { Page } from '../shared/ui/page.tsx'
import { PlainLink } from '../shared/ui/plain-button.tsx'

export const QboRedirectPage = () => {
  const result = useStoring()
  const back = <PlainLink to={paths.connections()}>Manage Connections</PlainLink>
  if (!result) {
    return (
      <Page title="Connecting QuickBooks" width="card">
        <Loading label="Processing QuickBooks authorization..." />
      </Page>
    )
  }
  if ('error' in result) {
    const { message, detail } = validationProblem(result.error)
    const isCanceled = callbackQuery().get('error') === 'access_denied'
    return (
      <Page title="QuickBooks Authentication Error" width="text">
        <Notice tone="negative" action={back}>
          <p>{message}</p>
          {detail ? <p>{detail}</p> : null}
          {isCanceled ? <p>You canceled the connection. Try again when you’re ready.</p> : null}
        </Notice>
      </Page>
    )
  }
  const { stored } = result
  return (
    <Page title="QuickBooks Authorization Successful" width="text">
      <Notice tone="positive" action={back}>
        <p>Token successfully stored in database</p>
        {stored ? (
          <p>
            Company: {stored.companyName} ({stored.realmId}). If the connection isn't used, it
            expires on {formatDay(stored.expiresAt)}.
          </p>
        ) : null}
      </Notice>
    </Page>
  )
}

type Result = { readonly stored: StoredConnection } | { readonly error: unknown }

const useStoring = () => {
  const [result, setResult] = useState<Result>()
  useEffect(() => {
    let left = false
    const show = (next: Result) => left || setResult(next)
    exchange(callbackQuery()).then(
      (stored) => {
        // A reload shows the connection: the code is used up.
        window.history.replaceState(window.history.state, '', paths.connections())
        show({ stored })
      },
      (error: unknown) => show({ error }),
    )
    return () => {
      left = true
    }
  }, [])
  return result
}

const callbackQuery = () => new URLSearchParams(readCallbackSearch())

const exchange = async (query: URLSearchParams): Promise<StoredConnection> => {
  const [code, error] = [query.get('code'), query.get('error')]
  if (error) throw refused(`Authentication failed: ${error}`)
  if (!code) throw refused('No authorization code received')
  const [realmId, state] = [query.get('realmId') ?? '', query.get('state') ?? '']
  return storeConnection({ code, realmId, state })
}

const refused = (text: string) => new ApiError(text, { code: 'qbo_validation_failed' })
