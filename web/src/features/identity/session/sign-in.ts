// Starts the Google sign-in and exchanges its code.

import { safeReturnPath } from '@invoice-desk/contract/http/return-path'
import {
  type AuthData,
  startGoogleSignIn,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity/identity'
import { call } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { claimsOf } from './auth-data.ts'
import { type Callback, callbackProblem } from './callback.ts'

const REDIRECT_LENGTH_MAX = 2_000

export const redirectToGoogle = async (returnPath: string) => {
  const path = safeReturnPath(returnPath)
  const redirect = path.length > REDIRECT_LENGTH_MAX ? '/' : path
  const { url } = await call(startGoogleSignIn, { query: { redirect } })
  window.location.assign(url)
}

const exchanges = new Map<string, Promise<AuthData>>()

/** A code works once, so repeated calls share one exchange. */
export const exchangeCode = (callback: Callback): Promise<AuthData> => {
  const problem = callbackProblem(callback)
  if (problem) return Promise.reject(new ApiError(problem, { code: 'google_validation_failed' }))
  const { code = '', state, iss } = callback
  const known = exchanges.get(code)
  if (known) return known
  const exchange = call(validateGoogleSignIn, { body: { code, state, iss } }).then((auth) =>
    withClaims({ ...auth, code }),
  )
  exchanges.set(code, exchange)
  return exchange
}

/** Fills in what the server left out from the ID token's claims. */
export const withClaims = (data: AuthData): AuthData => {
  const { email, name, picture } = claimsOf(data.idToken)
  return {
    ...data,
    email: data.email || textOf(email),
    name: data.name || textOf(name),
    picture: data.picture || textOf(picture),
  }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '')
