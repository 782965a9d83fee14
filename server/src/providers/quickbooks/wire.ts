// Pieces of QuickBooks' JSON that several records share.
import { z } from 'zod'

export const ref = z.object({ value: z.string(), name: z.string().default('') })

/** Decimals of dollars over there, whole cents in here. */
export const cents = z.number().transform((amount) => Math.round(amount * 100))

export const linkedTxn = z.object({ TxnId: z.string(), TxnType: z.string() })

export const emailAddress = z.object({ Address: z.string().optional() })

/** A date as QuickBooks writes it, `YYYY-MM-DD`; absent on records that have none. */
export const day = z.string().default('')
