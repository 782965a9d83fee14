// Authenticates callers and checks the endpoint's access.
import type { Access, Endpoint } from '@invoice-desk/contract/http/endpoint'
import type { Tool } from '@invoice-desk/contract/identity/tools'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { isSameSecret } from '../secrets/sealing.ts'
import type { Config } from '../settings/config.ts'
import type { Callers } from './callers.ts'

export type StaffCaller = {
  readonly kind: 'staff'
  readonly email: string
  readonly name: string
  readonly admin: boolean
  readonly tools: readonly Tool[]
  /** Seconds since the epoch. */
  readonly exp: number
  /** The signed-in browser. */
  readonly session: { readonly id: string; readonly signedInAt: Date }
}

/** The holder of a verification link. Only the link identifies them. */
export type ContractorCaller = {
  readonly kind: 'contractor'
  readonly email: string
  /** The vendor this email is mapped to, if any. */
  readonly vendor: string | undefined
  readonly tokenHash: string
  /** Seconds since the epoch. */
  readonly exp: number
}

export type Caller = StaffCaller | ContractorCaller

export type CallerOf<A extends Access> = A extends 'staff' | 'admin' | `tool:${string}`
  ? StaffCaller
  : A extends 'contractor'
    ? ContractorCaller
    : A extends 'contractor-or-staff'
      ? Caller
      : undefined

export type Gate = ReturnType<typeof createGate>

export const createGate = (
  /** Each turns a bearer token into a caller, or throws. */
  authenticators: {
    readonly staff: (token: string) => Promise<StaffCaller>
    readonly contractor: (token: string) => Promise<ContractorCaller>
  },
  known: Callers,
  settings: Pick<Config, 'metricsToken' | 'recentSignInMinutes' | 'retailerList'>,
) => {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const identifyStaff = (token: string) => known.identify('staff', token, authenticators.staff)
  const identifyContractor = (token: string) =>
    known.identify('contractor', token, authenticators.contractor)

  const admit = async (
    { access, recentSignIn }: Pick<Endpoint, 'access' | 'recentSignIn'>,
    request: FastifyRequest,
  ): Promise<void> => {
    if (access === 'public' || access === 'provider') return
    const token = bearerOf(request)
    if (access === 'metrics') {
      const { metricsToken } = settings
      // Without METRICS_TOKEN there are no metrics.
      const isKnown = metricsToken !== undefined && isSameSecret(token ?? '', metricsToken)
      if (!isKnown) throw new AppError('not_found')
      return
    }
    if (access === 'retailer' && settings.retailerList === 'public') {
      return token === undefined ? undefined : refuseExpired(identifyStaff(token))
    }
    if (access === 'contractor' || access === 'contractor-or-staff') {
      if (token === undefined) throw new AppError('token_missing')
      const isStaff = access === 'contractor-or-staff' && isIdToken(token)
      const caller = await (isStaff ? identifyStaff : identifyContractor)(token)
      callers.set(request, caller)
      return
    }
    if (token === undefined) throw new AppError('sign_in_required')
    const caller = await identifyStaff(token)
    if (access === 'admin' && !caller.admin) throw new AppError('admin_required')
    if (access.startsWith('tool:') && !hasToolOf(access, caller)) {
      throw new AppError('tool_not_enabled')
    }
    if (recentSignIn) assertRecentSignIn(caller, settings)
    callers.set(request, caller)
  }

  return { admit, callerOf: (request: FastifyRequest) => callers.get(request) }
}

/** A renewal keeps the time of the sign-in, so only Google's page helps. */
export const assertRecentSignIn = (
  { session }: StaffCaller,
  { recentSignInMinutes }: Pick<Config, 'recentSignInMinutes'>,
): void => {
  if (Date.now() - session.signedInAt.getTime() > recentSignInMinutes * 60_000)
    throw new AppError('sign_in_again')
}

/** A public endpoint ignores invalid tokens, except that one that has ended must end its session in the browser. */
const refuseExpired = async (identified: Promise<unknown>): Promise<void> => {
  try {
    await identified
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_expired') throw error
  }
}

/** `tool:x|y` accepts one of the tools. */
const hasToolOf = (access: Access, { tools }: StaffCaller): boolean =>
  tools.some((tool) => access.slice('tool:'.length).split('|').includes(tool))

/** Id tokens contain dots; verification tokens don't. */
const isIdToken = (token: string): boolean => token.includes('.')

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
