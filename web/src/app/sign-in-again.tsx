// Asks people to sign in again when the server wants that for what they do.
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError } from '../shared/api/api-error.ts'
import { Fallback } from '../shared/ui/feedback/fallback.tsx'

const SignInAgainDialog = lazy(() =>
  import('../features/identity/session/sign-in-again-dialog.tsx').then((m) => ({
    default: m.SignInAgainDialog,
  })),
)

export const SignInAgain = () => {
  const mutations = useQueryClient().getMutationCache()
  const [asks, setAsks] = useState(false)
  useEffect(
    () =>
      mutations.subscribe(({ type, ...event }) => {
        const isFailed = type === 'updated' && 'action' in event && event.action.type === 'error'
        const error = isFailed && event.mutation?.state.error
        if (error instanceof ApiError && error.is('sign_in_again')) setAsks(true)
      }),
    [mutations],
  )
  return asks ? (
    <Fallback instead={null}>
      <Suspense>
        <SignInAgainDialog onClose={() => setAsks(false)} />
      </Suspense>
    </Fallback>
  ) : null
}
