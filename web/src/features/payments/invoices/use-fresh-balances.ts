// After a payment the books follow within moments; the table shows what they say as soon as they do.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { useEffect, useEffectEvent } from 'react'
import { centsOf, type FoundInvoices, mergeInvoices, outstandingCents } from './invoices.ts'

const PAUSES_MS = [500, 1_500, 3_000, 6_000]

const owedIn = (found: FoundInvoices): number => outstandingCents(mergeInvoices(found))

export const useFreshBalances = (
  paid: PaymentOutcome | undefined,
  found: FoundInvoices | undefined,
  refresh: () => Promise<FoundInvoices | undefined>,
) => {
  const isPaid = paid !== undefined
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    if (!found || !paid) return
    const owed = owedIn(found) - centsOf(paid.amount)
    for (const ms of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      if (signal.aborted) return
      const fresh = await refresh()
      if (fresh && owedIn(fresh) <= owed) return
    }
  })
  useEffect(() => {
    if (!isPaid) return
    const control = new AbortController()
    void begin(control.signal)
    return () => control.abort()
  }, [isPaid])
}
