// Deletes and voids records, and restores the balances of the documents they were applied to.

import { businessRule, unsupportedOperation } from '../api/fault.ts'
import type { Books } from '../records/books.ts'
import type { EntityName, EntityOf, Line } from '../records/entities.ts'
import { cents, fromCents } from '../records/money.ts'
import { applicationOf, NOTHING_APPLIED, reapply, unappliedCents } from './payment-rules.ts'
import { nextVersion, type Touched } from './rules.ts'
import { saveTouched } from './write.ts'

const DELETABLE: readonly EntityName[] = [
  'Bill',
  'BillPayment',
  'Invoice',
  'Payment',
  'CreditMemo',
  'Attachable',
]

export const deleteEntity = (books: Books, name: EntityName, Id: string): void => {
  if (!DELETABLE.includes(name)) throw unsupportedOperation(`delete on ${name}`)
  const touched = releasedBy(books, name, Id)
  books.together(() => {
    saveTouched(books, touched)
    books.remove(name, Id)
  })
}

/** The API can't void bills; people can, on the bill's page. */
export const voidEntity = (books: Books, name: EntityName, Id: string): unknown => {
  if (name !== 'Invoice' && name !== 'Payment' && name !== 'BillPayment')
    throw unsupportedOperation(`void on ${name}`)
  return voidRecord(books, name, Id)
}

type Voidable = 'Bill' | 'BillPayment' | 'Invoice' | 'Payment'

/** A voided transaction keeps its number, with an amount of zero. */
export const voidRecord = (books: Books, name: Voidable, Id: string): unknown => {
  const entity = books.find(name, Id)
  if (!entity) throw unsupportedOperation(`void on ${name}`)
  const touched = releasedBy(books, name, Id)
  const voided = {
    ...entity,
    ...worthNothing(name, entity.Line),
    LinkedTxn: [],
    PrivateNote: `Voided${entity.PrivateNote ? ` - ${entity.PrivateNote}` : ''}`.slice(0, 4000),
    ...nextVersion(entity),
  }
  return books.together(() => {
    saveTouched(books, touched)
    return books.save(name, voided as EntityOf[typeof name], 'Void')
  })
}

const worthNothing = (name: EntityName, lines: readonly Line[]) =>
  name === 'Invoice' || name === 'Bill'
    ? { TotalAmt: 0, Balance: 0, Line: lines.map((line) => ({ ...line, Amount: 0 })) }
    : { TotalAmt: 0, Line: [], ...(name === 'Payment' && { UnappliedAmt: 0 }) }

const releasedBy = (books: Books, name: EntityName, Id: string): Touched[] => {
  if (name === 'Payment' || name === 'BillPayment') {
    const payment = books.find(name, Id)
    if (!payment) return []
    const applied = applicationOf(payment.Line, ['Invoice', 'CreditMemo', 'Bill'])
    return reapply(
      books,
      { link: { TxnId: Id, TxnType: name }, party: '' },
      applied,
      NOTHING_APPLIED,
    )
  }
  if (name === 'Bill' || name === 'CreditMemo') {
    if (books.find(name, Id)?.LinkedTxn?.length)
      throw businessRule('This transaction is linked to others. Delete or unlink those first.')
    return []
  }
  return name === 'Invoice' ? releasePayments(books, Id) : []
}

/** Payments of a deleted invoice become unapplied. */
const releasePayments = (books: Books, invoiceId: string): Touched[] =>
  (books.find('Invoice', invoiceId)?.LinkedTxn ?? []).flatMap(({ TxnId }) => {
    const payment = books.find('Payment', TxnId)
    if (!payment) return []
    const Line = payment.Line.filter(
      (line) =>
        !line.LinkedTxn?.some((link) => link.TxnType === 'Invoice' && link.TxnId === invoiceId),
    )
    const applied = applicationOf(Line, ['Invoice', 'CreditMemo'])
    const UnappliedAmt = fromCents(unappliedCents(cents(payment.TotalAmt), applied))
    const entity = { ...payment, ...nextVersion(payment), Line, UnappliedAmt }
    return [{ name: 'Payment', entity } as const]
  })
