// Reads the OAuth callback from the URL.
import { safeReturnPath } from '@invoice-desk/contract/http/return-path'

export type Callback = {
  readonly code?: string
  readonly error?: string
  readonly state?: string
  readonly iss?: string
}

export const readCallback = (search: string): Callback => {
  const query = new URLSearchParams(search)
  const given = (['code', 'error', 'state', 'iss'] as const).flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}

/** The error to show when there is no code to exchange. */
export const callbackProblem = ({ code, error }: Callback): string | undefined => {
  if (error) return `Authentication failed: ${error}`
  return code ? undefined : 'No authorization code received'
}

/** The return path is before the last `#`; the rest ties the callback to this browser. */
export const returnPathOf = (state: string | undefined): string => {
  const end = state?.lastIndexOf('#') ?? -1
  return safeReturnPath(end < 0 ? state : state?.slice(0, end))
}
