// What bookkeeping rules get and return: the record to write, and other records that change with it.
import { inactive, invalidReference, requiredMissing } from '../api/fault.ts'
import type { Books } from '../records/books.ts'
import type { EntityName, EntityOf, Ref, Stored } from '../records/entities.ts'
import { storedTime } from '../records/time.ts'

export type Writing<K extends EntityName> = {
  readonly books: Books
  readonly Id: string
  /** The sent fields merged into the existing ones. */
  readonly merged: Partial<EntityOf[K]>
  readonly before: EntityOf[K] | undefined
  readonly options: WriteOptions
}
export type WriteOptions = {
  /** `include=allowduplicatedocnum` */
  readonly allowDuplicateNumber?: boolean
}

/** Another record that the write changes, such as an invoice that a payment pays. */
export type Touched = { [K in EntityName]: { name: K; entity: EntityOf[K] } }[EntityName]

type Prepared<K extends EntityName> = {
  readonly fields: Omit<EntityOf[K], keyof Stored>
  readonly touched?: readonly Touched[]
}
export type Rule<K extends EntityName> = (writing: Writing<K>) => Prepared<K>

/** Drops undefined fields. */
export const defined = <T extends object>(fields: { [P in keyof T]: T[P] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

type Referable = 'Vendor' | 'Customer' | 'Account' | 'Item' | 'PaymentMethod'

const LIST_LABEL = {
  Vendor: 'Names',
  Customer: 'Names',
  Account: 'Accounts',
  Item: 'Items',
  PaymentMethod: 'PaymentMethods',
} as const satisfies Record<Referable, string>

/** The active record that a reference names. */
export const getReferenced = <K extends Referable>(
  books: Books,
  name: K,
  ref: Ref | undefined,
  element: string,
): EntityOf[K] => {
  if (!ref) throw requiredMissing(element)
  const entity = books.find(name, ref.value)
  if (!entity)
    throw invalidReference(`${LIST_LABEL[name]} element id ${ref.value} not found`, element)
  if (!entity.Active) throw inactive()
  return entity
}

export const refTo = (Id: string, name: string): Ref => ({ value: Id, name })

export const payableAccount = (books: Books): Ref => {
  const payable = books.list('Account').find((one) => one.AccountType === 'Accounts Payable')
  return payable ? refTo(payable.Id, payable.FullyQualifiedName) : { value: '' }
}

export const nextVersion = ({ SyncToken, MetaData }: Stored) => ({
  SyncToken: String(Number(SyncToken) + 1),
  MetaData: { ...MetaData, LastUpdatedTime: storedTime() },
})
