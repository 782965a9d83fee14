// Parts of QuickBooks' JSON that several records share.
import { centsOf, HOME_CURRENCY } from '@invoice-desk/contract/money'
import { z } from 'zod'

export const ref = z.object({ value: z.string(), name: z.string().default('') })

export const cents = z.number().transform(centsOf)

/** Companies with one currency may leave it out. */
export const currency = ref
  .nullish()
  .transform((named) => named?.value.trim().toUpperCase() || HOME_CURRENCY)

export const linkedTxn = z.object({ TxnId: z.string(), TxnType: z.string() })

/** `YYYY-MM-DD`, or empty if the record has none. */
export const day = z.string().default('')
