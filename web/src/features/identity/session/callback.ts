// What the consent page brought back in the address.
import { safeReturnPath } from '@invoice-desk/contract/return-path'

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

/** Why there is nothing to exchange, in the words to show; undefined when there is. */
export const callbackProblem = ({ code, error }: Callback): string | undefined => {
  if (error) return `Authentication failed: ${error}`
  return code ? undefined : 'No authorization code received'
}

/** The return path stands before the last `#`; what follows only proves that this browser asked. */
export const returnPathOf = (state: string | undefined): string => {
  const end = state?.lastIndexOf('#') ?? -1
  return safeReturnPath(end < 0 ? state : state?.slice(0, end))
}
