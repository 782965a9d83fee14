// Remembers which bill a contractor wanted to correct before they had to verify their email.
import { z } from 'zod'
import { keepJson, openStorage, readJson } from '../../../shared/browser-storage.ts'

const KEY = 'invoice-desk.wanted-bill'
const AGE_MS_MAX = 24 * 3_600_000

const wantedBill = z.object({ bill: z.uuid(), email: z.string(), at: z.number() })

// Not for this tab only, because the emailed link opens another one.
const storage = openStorage(() => window.localStorage)

export const keepWantedBill = (email: string) => {
  const bill = new URLSearchParams(window.location.search).get('bill')
  if (bill) keepJson(storage, KEY, { bill, email, at: Date.now() })
}

export const forgetWantedBill = () => storage.removeItem(KEY)

/** Returns it once. */
export const takeWantedBill = (email: string): string | undefined => {
  const wanted = readJson(storage, KEY, wantedBill)
  if (wanted?.email !== email) return undefined
  forgetWantedBill()
  return Date.now() - wanted.at < AGE_MS_MAX ? wanted.bill : undefined
}
