// Remembers which bill a contractor wanted to correct, or read messages about, before they had to verify their email.
import { z } from 'zod'
import { openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepJson, readJson } from '../../../shared/drafts/stored-json.ts'

const KEY = 'invoice-desk.wanted-bill'
const AGE_MS_MAX = 24 * 3_600_000

const PARAMETERS = ['bill', 'conversation'] as const

const wantedBill = z.object({
  bill: z.uuid(),
  /** The parameter that named it. */
  by: z.enum(PARAMETERS).default('bill'),
  email: z.string(),
  at: z.number(),
})

// Not for this tab only, because the emailed link opens another one.
const storage = openStorage(() => window.localStorage)

export const keepWantedBill = (email: string) => {
  const params = new URLSearchParams(window.location.search)
  const by = PARAMETERS.find((name) => params.get(name))
  if (by) keepJson(storage, KEY, { bill: params.get(by), by, email, at: Date.now() })
}

export const forgetWantedBill = () => storage.removeItem(KEY)

/** Returns the URL's parameters once. */
export const takeWantedBill = (email: string): Record<string, string> | undefined => {
  const wanted = readJson(storage, KEY, wantedBill)
  if (wanted?.email !== email) return undefined
  forgetWantedBill()
  return Date.now() - wanted.at < AGE_MS_MAX ? { [wanted.by]: wanted.bill } : undefined
}
