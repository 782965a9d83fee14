// Deletes and voids records, and restores the balances of the documents they were applied to.
import { businessRule, unsupportedOperation } from '../api/fault.ts'
import type { Books } from '../records/books.ts'
import type { EntityName, EntityOf, Line } from '../records/entities.ts'
import { cents, fromCents } from '../records/money.ts'
import { applicationOf, NOTHING_APPLIED, reapply, unappliedCents } from './payment-rules.ts'
import { nextVersion, type Touched } from './rules.ts'
import { getEntity, saveTouched } from './write.ts'

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

export type Voidable = 'Bill' | 'BillPayment' | 'Invoice' | 'Payment' | 'CreditMemo'

/** A voided entity keeps its number, has amounts of zero, and no longer pays anything. */
export const voidEntity = <K extends Voidable>(books: Books, name: K, Id: string): EntityOf[K] => {
  const entity: EntityOf[Voidable] = getEntity(books, name, Id)
  const touched = releasedBy(books, name, Id)
  const isPayment = name === 'Payment' || name === 'BillPayment'
  const voided = {
    ...entity,
    ...nextVersion(entity),
    TotalAmt: 0,
    ...('Balance' in entity && { Balance: 0, LinkedTxn: [] }),
    ...('Deposit' in entity && { Deposit: 0 }),
    ...('TxnTaxDetail' in entity && { TxnTaxDetail: { TotalTax: 0 } }),
    ...('RemainingCredit' in entity && { RemainingCredit: 0 }),
    ...('UnappliedAmt' in entity && { UnappliedAmt: 0 }),
    Line: isPayment ? [] : entity.Line.map(zeroed),
    PrivateNote: `Voided${entity.PrivateNote ? ` - ${entity.PrivateNote}` : ''}`.slice(0, 4000),
  } as EntityOf[K]
  return books.together(() => {
    saveTouched(books, touched)
    return books.save(name, voided, 'Void')
  })
}

type Zeroable = Pick<Line, 'Amount' | 'SalesItemLineDetail' | 'GroupLineDetail'>

const zeroed = <L extends Zeroable>(line: L): L => ({
  ...line,
  Amount: 0,
  ...(line.SalesItemLineDetail && {
    SalesItemLineDetail: { ...line.SalesItemLineDetail, Qty: 0 },
  }),
  ...(line.GroupLineDetail && {
    GroupLineDetail: { ...line.GroupLineDetail, Line: line.GroupLineDetail.Line?.map(zeroed) },
  }),
})

const refuseLinked = ({ LinkedTxn = [] }: EntityOf['Bill' | 'CreditMemo']): void => {
  if (LinkedTxn.length > 0)
    throw businessRule('This transaction is linked to others. Delete or unlink those first.')
}

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
  const document = name === 'Bill' || name === 'CreditMemo' ? books.find(name, Id) : undefined
  if (document) refuseLinked(document)
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
