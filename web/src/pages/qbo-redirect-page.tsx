// The return page of QuickBooks' authorization: stores the connection and shows the result.
import { formatDate } from '@invoice-desk/contract/dates'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type StoredConnection, storeConnection } from '../features/accounting/api.ts'
import { ApiError } from '../shared/api-error.ts'
import { paths } from '../shared/paths.ts'
import { Loading } from '../shared/ui/loading.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Page } from '../shared/ui/page.tsx'
import { PlainLink } from '../shared/ui/plain-button.tsx'
import { validationProblem } from '../shared/validation-problem.ts'

export const QboRedirectPage = () => {
  const { isStored, stored, error } = useStoring()
  const back = <PlainLink to={paths.connections()}>Manage Connections</PlainLink>
  if (error !== undefined) {
    const { message, detail } = validationProblem(error)
    return (
      <Page title="QuickBooks Authentication Error" width="text">
        <Notice tone="negative" action={back}>
          <p>{message}</p>
          {detail ? <p>{detail}</p> : null}
        </Notice>
      </Page>
    )
  }
  if (!isStored) {
    return (
      <Page title="Connecting QuickBooks" width="card">
        <Loading label="Processing QuickBooks authorization..." />
      </Page>
    )
  }
  return (
    <Page title="QuickBooks Authorization Successful" width="text">
      <Notice tone="positive" action={back}>
        <p>Token successfully stored in database</p>
        {stored ? (
          <p>
            Company: {stored.companyName} ({stored.realmId}). If the connection isn't used, it
            expires on {formatDate(stored.expiresAt)}.
          </p>
        ) : null}
      </Notice>
    </Page>
  )
}

const refused = (text: string) => new ApiError(text, { code: 'qbo_validation_failed' })

const useStoring = () => {
  const [query] = useSearchParams()
  const [done, setDone] = useState<{ readonly stored: StoredConnection }>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let left = false
    const code = query.get('code')
    const failure = query.get('error')
    const storing = failure
      ? Promise.reject(refused(`Authentication failed: ${failure}`))
      : code
        ? storeConnection({
            code,
            realmId: query.get('realmId') ?? '',
            state: query.get('state') ?? '',
          })
        : Promise.reject(refused('No authorization code received'))
    storing.then(
      (stored) => left || setDone({ stored }),
      (failed: unknown) => left || setError(failed),
    )
    return () => {
      left = true
    }
  }, [query])
  return { isStored: done !== undefined, stored: done?.stored, error }
}
