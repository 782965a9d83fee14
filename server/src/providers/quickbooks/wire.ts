// Pieces of QuickBooks' JSON that several records share.
import { HOME_CURRENCY } from '@invoice-desk/contract/money'
import { z } from 'zod'

export const ref = z.object({ value: z.string(), name: z.string().default('') })

/** Decimals over there, whole cents in here, whatever the currency. */
export const cents = z.number().transform((amount) => Math.round(amount * 100))

/** Of all amounts on the record. A company that works in one currency need not name it. */
export const currency = ref
  .nullish()
  .transform((named) => named?.value.trim().toUpperCase() || HOME_CURRENCY)

export const linkedTxn = z.object({ TxnId: z.string(), TxnType: z.string() })

export const emailAddress = z.object({ Address: z.string().optional() })

/** A date as QuickBooks writes it, `YYYY-MM-DD`; absent on records that have none. */
export const day = z.string().default('')
