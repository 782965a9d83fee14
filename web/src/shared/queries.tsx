// The cache of the server's answers. It belongs to one person: another sign-in starts an empty one.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { isPassing } from './api-error.ts'
import { getCredentials, subscribeToCredentials } from './credentials.ts'

const RETRIES_MAX = 2
const FRESH_MS = 30_000

const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES_MAX && isPassing(error),
        // A lost connection shall say so at once rather than spin until it is back.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

let owner: string | undefined
let client = createClient()

const clientOf = (subject: string | undefined): QueryClient => {
  if (subject !== owner) {
    client.clear()
    client = createClient()
    owner = subject
  }
  return client
}

const getSubject = () => getCredentials()?.subject

/** Whatever reads from the server stands inside one; all of them share the same cache. */
export const QueryScope = ({ children }: { children: ReactNode }) => {
  const subject = useSyncExternalStore(subscribeToCredentials, getSubject)
  return <QueryClientProvider client={clientOf(subject)}>{children}</QueryClientProvider>
}
