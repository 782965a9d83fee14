// Reads what belongs to an invoice that a search gave out, from our copy or from QuickBooks. Every id that isn't valid
// gets the same answer.

import type { Dependencies } from '../../dependencies.ts'
import { AppError } from '../../lib/app-error.ts'
import { createInvoiceIds, type InvoiceRef } from '../../secrets/invoice-id.ts'
import { findRealmId } from '../accounting/connection/queries.ts'
import { type Age, type Answer, readCopyOr } from '../accounting/copy/reads.ts'

type Copied<T> = { readonly age: Age; readonly value: T | undefined } | undefined
type OfInvoice = { readonly invoice: { readonly customerId: string } }

export const createNamedReads = ({ config, database: { db } }: Dependencies) => {
  const ids = createInvoiceIds(config.keyring)

  return async <T extends OfInvoice>(
    sealedId: string,
    fromCopy: (ref: InvoiceRef) => Promise<Copied<T>>,
    ask: (ref: InvoiceRef) => Promise<T>,
  ): Promise<Answer<T> & { readonly ref: InvoiceRef }> => {
    const ref = ids.open(sealedId)
    if (!ref) throw new AppError('invoice_not_found')
    const answer = await readCopyOr<T>(await fromCopy(ref), async () => {
      if (ref.realmId !== (await findRealmId(db))) throw new AppError('invoice_not_found')
      return ask(ref)
    })
    // It may belong to another customer by now.
    if (answer.value.invoice.customerId !== ref.customerId) throw new AppError('invoice_not_found')
    return { ...answer, ref }
  }
}

/** Visitors see the time only if the amounts may be out of date. */
export const asOf = ({ asOf: time, isUncertain }: Pick<Answer<unknown>, 'asOf' | 'isUncertain'>) =>
  isUncertain && time ? { asOf: time.toISOString() } : {}
