// What the mail relay's page says about accounts, devices and messages.

import {
  RELAY_DAYS_TRIED,
  type RelayDevice,
  type RelayMailbox,
  type RelayMessage,
  type RelayServer,
} from '@invoice-desk/contract/relay/mail-relay'
import { pageSettings } from '../../shared/api/page-settings.ts'
import { formatCount } from '../../shared/text/count-text.ts'
import { agoText } from '../../shared/text/times.ts'
import type { Tone } from '../../shared/ui/feedback/notice.tsx'

const { timeZone } = pageSettings

const monthAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone,
})

/** `Nov 16, 2:05 PM`: nothing here is older or later than a month. With non-breaking spaces, to stay on one line. */
export const shortMoment = (iso: string): string =>
  monthAndTime.format(new Date(iso)).replaceAll(' ', '\u00a0')

const withSeconds = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', timeZone })
const SECONDS_MATTER_MS = 10 * 60_000

/** `2:05:20 PM` if it's soon, otherwise with its day. */
export const nextTryText = (iso: string, now: number): string =>
  Date.parse(iso) - now < SECONDS_MATTER_MS ? withSeconds.format(new Date(iso)) : shortMoment(iso)

const NEAR_LIMIT = 0.9
export const usageText = ({ recipients, recipientsMax }: RelayMailbox): string =>
  `${formatCount(recipients)} of ${formatCount(recipientsMax)} recipients in the last 24 hours`

export const isPaused = ({ pausedUntil }: RelayMailbox, now: number): boolean =>
  pausedUntil !== undefined && Date.parse(pausedUntil) > now

/** What a message waits for that is sent through the account now; undefined if it goes out at once. */
export const waitText = (mailbox: RelayMailbox, now: number): string | undefined => {
  const { address, state, pausedUntil } = mailbox
  if (state !== 'connected') return `until ${address} is connected again`
  return pausedUntil && isPaused(mailbox, now)
    ? `until ${shortMoment(pausedUntil)}, because Gmail’s daily limit is reached`
    : undefined
}

/** What keeps a Gmail account from sending, and what to do about it. */
export const mailboxProblem = (mailbox: RelayMailbox, now: number): string | undefined => {
  const { state, pausedUntil, recipients, recipientsMax } = mailbox
  const waits = `Devices can’t send. Accepted messages wait up to ${RELAY_DAYS_TRIED} days for you to connect it again.`
  if (state === 'withdrawn') return `Google no longer lets us send from this account. ${waits}`
  if (state === 'disconnected') return waits
  if (pausedUntil && isPaused(mailbox, now))
    return `Gmail’s daily limit is reached. Messages wait and go out after ${shortMoment(pausedUntil)}. Connect again to try now.`
  if (recipients >= recipientsMax)
    return 'Gmail’s daily limit is reached. Devices can send again once you’re back under the 24-hour limit.'
  if (recipients >= recipientsMax * NEAR_LIMIT) return 'This is close to Gmail’s daily limit.'
  return undefined
}

export const MAILBOX_TONES: Readonly<Record<RelayMailbox['state'], Tone>> = {
  connected: 'positive',
  withdrawn: 'negative',
  disconnected: 'neutral',
}

/** Why a device can't send or, otherwise, why its last message or login was refused. */
export const deviceProblem = (device: RelayDevice, now: number): string | undefined => {
  const { revokedAt, blockedBecause, lastRefusal } = device
  if (revokedAt || blockedBecause) return revokedAt ? undefined : blockedBecause
  return lastRefusal && `Refused ${agoText(lastRefusal.at, now)}: ${lastRefusal.text}`
}

/** A waiting message that had a problem is a warning. */
export const messageTone = ({ state, problem }: RelayMessage): Tone => {
  if (state === 'sent') return 'positive'
  if (state === 'failed') return 'negative'
  return problem ? 'warning' : 'info'
}

/** `boss@x.example and 2 more`. */
export const recipientsText = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`

const KILOBYTE = 1024

export const sizeText = (bytes: number): string =>
  bytes < KILOBYTE * KILOBYTE
    ? `${Math.max(1, Math.round(bytes / KILOBYTE))}\u00a0KB`
    : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)}\u00a0MB`

/** What a device needs besides its user name and password. */
export const serverLines = ({ host, port, tlsPort }: RelayServer) => [
  { name: 'Server', text: host },
  ...(port ? [{ name: 'Port with STARTTLS', text: String(port) }] : []),
  ...(tlsPort ? [{ name: 'Port with SSL/TLS', text: String(tlsPort) }] : []),
]

/** Gmail's answer to an earlier try was lost. */
export const repeatedText = (state: RelayMessage['state']): string => {
  if (state === 'failed')
    return 'It may already have arrived. Sending it again could deliver it twice.'
  return `Gmail’s answer was lost, so recipients may ${state === 'sent' ? 'have got' : 'get'} it twice.`
}
