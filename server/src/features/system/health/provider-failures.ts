// Says why a provider's answer tells nothing about our settings, limits its time, and reads what needs the database.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { NoDatabaseYet } from '../../../db/unavailable.ts'
import { ProviderError, type ProviderName } from '../../../providers/provider-error.ts'
import { problem } from './check.ts'
import { causesOf, codeOf, unreachable } from './errors.ts'
import { TookTooLong, withTimeLimit } from './time-limit.ts'

/** A webhook may be this late. */
export const WEBHOOK_LATE_MS = 15 * 60_000

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** For a failure that has nothing to do with our keys. Leaves out the provider's own text, which may contain one. */
export const failureOf = (error: unknown, name: string, url: string): Finding => {
  if (!(error instanceof ProviderError)) throw error
  if (error.kind === 'rate_limited') {
    return problem(
      `${name} is refusing our calls right now because there were too many.`,
      'Test again in a minute.',
    )
  }
  const { host } = new URL(url)
  const reason = unreachable(error, host)
  if (reason) {
    return problem(
      `${name} can't be reached. ${reason}`,
      `Check that this machine can connect to ${host}, including its DNS, firewall and proxy. Then test again.`,
    )
  }
  if (CERTIFICATE.test(codeOf(error))) {
    return problem(
      `${name} can't be reached safely, because the certificate at ${host} isn't trusted.`,
      'If a proxy of your company checks all traffic, set NODE_EXTRA_CA_CERTS to the file with its certificate.',
    )
  }
  const details = [error.providerCode, error.traceId].filter(Boolean).join(', ')
  return problem(
    `${name} answered with an error${details && ` (${details})`}.`,
    "Test again in a few minutes. If it keeps failing, check the provider's status page.",
  )
}

export const isAuthFailure = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'auth'

/** For calls that are repeated, which together could take longer than a test may. */
export const within = async <T>(
  ms: number,
  provider: ProviderName,
  call: Promise<T>,
): Promise<T> => {
  try {
    return await withTimeLimit(() => call, ms)
  } catch (cause) {
    if (!(cause instanceof TookTooLong)) throw cause
    throw new ProviderError(provider, 'unavailable', 'the calls took too long', { cause })
  }
}

const NO_SUCH_TABLE = '42P01'

/** `ifNew` before the first start, when there are no tables. Undefined if the database can't be read, which its own test reports. */
export const readIfPossible = async <T, N>(
  read: () => Promise<T>,
  ifNew: N,
): Promise<{ value: T | N } | undefined> => {
  try {
    return { value: await read() }
  } catch (error) {
    const isNew =
      codeOf(error) === NO_SUCH_TABLE ||
      causesOf(error).some((each) => each instanceof NoDatabaseYet)
    return isNew ? { value: ifNew } : undefined
  }
}

/** For people, such as `Nov 18, 2026, 9:30 AM`. */
export const timeText = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)
