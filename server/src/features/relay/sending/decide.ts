// Decides what happens to a message that Gmail didn't accept.
import { RELAY_DAYS_TRIED } from '@invoice-desk/contract/relay/mail-relay'
import type { ProviderError } from '../../../providers/provider-error.ts'
import { NOT_CONNECTED } from '../mailboxes/mailbox-access.ts'

export type SendFailure = Pick<
  ProviderError,
  'provider' | 'kind' | 'providerCode' | 'retryAfterMs' | 'message'
> & {
  /** Whether it happened while Gmail had the message, not before. */
  readonly whileSending: boolean
}

export type Decision = {
  readonly problem: string
  /** Until the next try; undefined if there is none. */
  readonly waitSeconds?: number
  /** Gmail may have it already. */
  readonly mayBeRepeated?: true
  /** Nothing else can be sent from this Gmail account before that either. */
  readonly pausesMailbox?: true
  /** Someone must connect the account. It doesn't count as an attempt, and the next wait isn't longer. */
  readonly waitsForConsent?: true
}

const WAIT_SECONDS_MIN = 5
const WAIT_SECONDS_MAX = 3_600
const RATE_WAIT_SECONDS = 60
const DAY_SECONDS = 86_400
/** A limit per minute never takes this long. */
const PAUSE_SECONDS_MIN = 300
const PROBLEM_LENGTH_MAX = 300

type Attempted = {
  /** With this one. */
  readonly attempts: number
  readonly isTooOld: boolean
  /** The Gmail account. */
  readonly address: string
}

export const decide = (
  failure: SendFailure,
  { attempts, isTooOld, address }: Attempted,
): Decision => {
  const { kind, whileSending } = failure
  if (kind === 'rejected' && whileSending) return { problem: refusalOf(failure) }
  const decision = waitFor(failure, attempts, address)
  if (!isTooOld) return decision
  const { problem, mayBeRepeated } = decision
  return { problem: tooOld(problem), ...(mayBeRepeated && { mayBeRepeated }) }
}

const waitFor = (failure: SendFailure, attempts: number, address: string): Decision => {
  const { provider, kind, providerCode, whileSending } = failure
  const waitSeconds = backOff(attempts)
  if (provider === 'files')
    return { problem: providerCode === NO_CONTENT ? UNREADABLE : NO_STORE, waitSeconds }
  if (kind === 'rate_limited') return waitForQuota(failure, waitSeconds, address)
  if (kind === 'auth' && providerCode === NOT_CONNECTED)
    return { problem: CONNECT, waitSeconds: WAIT_SECONDS_MAX, waitsForConsent: true }
  if (kind === 'outcome_unknown' && whileSending)
    return { problem: providerCode ? GMAIL_TROUBLE : NO_ANSWER, waitSeconds, mayBeRepeated: true }
  if (kind === 'unavailable' || kind === 'outcome_unknown')
    return { problem: "We couldn't reach Google.", waitSeconds }
  return { problem: "Google didn't accept our permission to send.", waitSeconds }
}

/** The `providerCode` if the store answers, but not with this message. */
export const NO_CONTENT = 'no_content'
const NO_STORE = "We couldn't read the stored message."
/** Or the wrong store is mounted, so it may come back. */
const UNREADABLE =
  "We can't open the stored message, because its file or its key is missing or was changed."
const NO_ANSWER = "We didn't get Gmail's answer."
const GMAIL_TROUBLE = 'Gmail had a problem and may or may not have sent the message.'
const CONNECT = "The Gmail account isn't connected. Connect it again to send this message."

const DAILY: readonly string[] = ['dailyLimitExceeded', 'quotaExceeded']

const waitForQuota = (
  { providerCode, retryAfterMs }: SendFailure,
  waitSeconds: number,
  address: string,
): Decision => {
  const isDaily = DAILY.includes(providerCode ?? '')
  const told = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000)
  const otherwise = isDaily ? WAIT_SECONDS_MAX : Math.max(RATE_WAIT_SECONDS, waitSeconds)
  const wait = Math.min(Math.max(told ?? otherwise, 1), DAY_SECONDS)
  return {
    problem: pausedProblem(address),
    waitSeconds: wait,
    ...((isDaily || wait >= PAUSE_SECONDS_MIN) && { pausesMailbox: true }),
  }
}

export const pausedProblem = (address: string): string =>
  `Gmail accepts no more messages from ${address} for now.`

const CHECK_MESSAGE = 'Check the addresses and the message, and send it from the device again.'
/** What people can do about Google's reasons. */
const STEPS: Readonly<Record<string, string>> = {
  uploadTooLarge: 'Send a smaller file from the device, or split it.',
  413: 'Send a smaller file from the device, or split it.',
  domainPolicy: 'Ask the administrator of your Google Workspace to allow Gmail for this app.',
  failedPrecondition: 'Check that the Gmail account can send email, and send the message again.',
}

const refusalOf = ({ message, providerCode = '' }: SendFailure): string =>
  `${sentence(`Gmail refused the message: ${message}`)} ${STEPS[providerCode] ?? CHECK_MESSAGE}`

/** From 5 s to an hour. */
const backOff = (attempts: number): number =>
  Math.min(WAIT_SECONDS_MIN * 2 ** Math.min(Math.max(attempts - 1, 0), 20), WAIT_SECONDS_MAX)

export const tooOld = (problem: string | null): string =>
  [`We tried for ${RELAY_DAYS_TRIED} days.`, problem ?? ''].join(' ').trim()

const sentence = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, PROBLEM_LENGTH_MAX).toWellFormed()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
