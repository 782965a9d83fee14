// What each account sent through Gmail, the addresses it may send as, and whether it may send more now.
import { randomBytes } from 'node:crypto'
import type { FaultAnswer } from '../../faults.ts'
import type { Store } from '../../store.ts'
import type { GoogleAccount, GoogleSettings } from '../accounts.ts'
import { dailyLimit, TOO_FAST } from './errors.ts'

type Send = {
  readonly id: string
  readonly sub: string
  readonly at: number
  readonly recipients: number
}

const UNITS_PER_SEND = 100
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SENDS_MAX = 20_000

export type Sends = ReturnType<typeof openSends>

export const openSends = (store: Store) => {
  const sends = store.collection<Send>('google.sends')
  const aliases = store.collection<{ readonly sub: string; readonly addresses: readonly string[] }>(
    'google.aliases',
  )
  const sentSince = (sub: string, since: number) =>
    sends.list().filter((send) => send.sub === sub && send.at > since)
  const aliasesOf = (sub: string) => aliases.get(sub)?.addresses ?? []
  return {
    /** Why the account can't send to this many people now. */
    refuse: (
      { sub, hd }: GoogleAccount,
      recipients: number,
      settings: GoogleSettings,
    ): FaultAnswer | undefined => {
      const now = Date.now()
      const units = (sentSince(sub, now - MINUTE_MS).length + 1) * UNITS_PER_SEND
      if (units > settings.gmailUnitsPerMinute) return TOO_FAST
      const today = sentSince(sub, now - DAY_MS)
      const max = hd ? settings.companyRecipientsPerDay : settings.personalRecipientsPerDay
      const count = today.reduce((sum, send) => sum + send.recipients, recipients)
      return count > max ? dailyLimit(new Date((today[0]?.at ?? now) + DAY_MS)) : undefined
    },
    /** Returns the message's id. */
    record: (sub: string, recipients: number): string => {
      const id = randomBytes(8).toString('hex')
      sends.set(id, { id, sub, at: Date.now(), recipients })
      for (const old of sends.list().slice(0, Math.max(0, sends.size - SENDS_MAX)))
        sends.delete(old.id)
      return id
    },
    count: (sub: string): number => sentSince(sub, 0).length,
    aliasesOf,
    addAlias: (sub: string, address: string): readonly string[] => {
      const addresses = [...new Set([...aliasesOf(sub), address.trim().toLowerCase()])]
      return aliases.set(sub, { sub, addresses }).addresses
    },
    reset: (): void => {
      sends.clear()
      aliases.clear()
    },
  }
}
