// The query cache. It belongs to one person: a different sign-in starts with an empty one.
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { isTransient } from './api-error.ts'
import { getCredentials, subscribeToCredentials } from './credentials.ts'

const RETRIES_MAX = 2
const FRESH_MS = 30_000

/** The overview and the counts in the navigation. Any change may affect them. */
export const WORKSPACE = ['workspace'] as const

const createClient = () => {
  const created: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: () => void created.invalidateQueries({ queryKey: WORKSPACE }),
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES_MAX && isTransient(error),
        // Without a connection, fail immediately instead of waiting until it returns.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return created
}

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

/** Wraps everything that queries the server. All scopes share one cache. */
export const QueryScope = ({ children }: { children: ReactNode }) => {
  const subject = useSyncExternalStore(subscribeToCredentials, getSubject)
  return <QueryClientProvider client={clientOf(subject)}>{children}</QueryClientProvider>
}
