// Creates and updates records, together with the other records that change with them.
import { notFound, QuickBooksFault, requiredMissing, stale } from '../api/fault.ts'
import type { Books } from '../records/books.ts'
import { checkBody, type Draft } from '../records/check-fields.ts'
import type { EntityName, EntityOf, Stored } from '../records/entities.ts'
import { findField } from '../records/field-kinds.ts'
import { FIELDS } from '../records/fields.ts'
import { storedTime } from '../records/time.ts'
import { billRule, creditMemoRule, invoiceRule } from './document-rules.ts'
import { accountRule, attachableRule, itemRule, paymentMethodRule } from './list-rules.ts'
import { customerRule, vendorRule } from './name-rules.ts'
import { billPaymentRule, paymentRule } from './payment-rules.ts'
import { nextVersion, type Rule, type Touched, type WriteOptions, type Writing } from './rules.ts'

const RULES: { readonly [K in EntityName]: Rule<K> } = {
  Vendor: vendorRule,
  Customer: customerRule,
  Account: accountRule,
  Item: itemRule,
  PaymentMethod: paymentMethodRule,
  Bill: billRule,
  BillPayment: billPaymentRule,
  Invoice: invoiceRule,
  Payment: paymentRule,
  CreditMemo: creditMemoRule,
  Attachable: attachableRule,
}

/** A body with an `Id` is an update; QuickBooks uses the same path for both. */
export const writeEntity = <K extends EntityName>(
  books: Books,
  name: K,
  body: unknown,
  options: WriteOptions = {},
): EntityOf[K] => {
  const sent = checkBody(name, body)
  if (sent.Id === undefined) return createEntity(books, name, sent.draft, options)
  const before = getCurrent(books, name, sent.Id, sent.SyncToken)
  const base = sent.sparse ? before : computedOf(name, before)
  const merged = withoutNulls<K>({ ...base, ...sent.draft })
  const writing = { books, Id: before.Id, merged, before, options }
  return save(name, writing, nextVersion(before), 'Update')
}

/** `extra` are fields that callers can't set, such as a file's address. */
export const createEntity = <K extends EntityName>(
  books: Books,
  name: K,
  draft: Draft<K>,
  options: WriteOptions = {},
  extra: (Id: string) => Partial<EntityOf[K]> = () => ({}),
): EntityOf[K] => {
  const Id = books.nextId(name)
  const now = storedTime()
  const version = { SyncToken: '0', MetaData: { CreateTime: now, LastUpdatedTime: now } }
  const merged = { ...withoutNulls(draft), ...extra(Id) }
  return save(name, { books, Id, merged, before: undefined, options }, version, 'Create')
}

const save = <K extends EntityName>(
  name: K,
  writing: Writing<K>,
  version: Pick<Stored, 'SyncToken' | 'MetaData'>,
  operation: 'Create' | 'Update',
): EntityOf[K] => {
  const { books, Id } = writing
  const { fields, touched } = RULES[name](writing)
  const entity = { ...fields, domain: 'QBO', sparse: false, Id, ...version } as EntityOf[K]
  return books.together(() => {
    saveTouched(books, touched)
    return books.save(name, entity, operation)
  })
}

export const saveTouched = (books: Books, touched: readonly Touched[] = []): void => {
  for (const { name, entity } of touched) books.save(name, entity, 'Update')
}

const ID = /^\d{1,19}$/

export const getEntity = <K extends EntityName>(books: Books, name: K, id: string): EntityOf[K] => {
  if (!ID.test(id))
    throw new QuickBooksFault(
      '2030',
      'Invalid ID',
      `Id should be a valid number. Supplied value:${id}`,
      'Id',
    )
  const entity = books.find(name, id)
  if (!entity) throw notFound()
  return entity
}

/** Fails if the caller has an older version of the record. */
export const getCurrent = <K extends EntityName>(
  books: Books,
  name: K,
  id: string | undefined,
  syncToken: string | undefined,
): EntityOf[K] => {
  if (id === undefined) throw requiredMissing('Id')
  const entity = getEntity(books, name, id)
  if (syncToken === undefined) throw requiredMissing('SyncToken')
  if (syncToken !== entity.SyncToken) throw stale()
  return entity
}

const withoutNulls = <K extends EntityName>(draft: Draft<K>): Partial<EntityOf[K]> =>
  Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<EntityOf[K]>

/** A full update drops the fields that it doesn't repeat, except computed ones. */
const computedOf = <K extends EntityName>(name: K, before: EntityOf[K]): Partial<EntityOf[K]> =>
  Object.fromEntries(
    Object.entries(before).filter(([key]) => findField(FIELDS[name], key)?.readOnly),
  ) as Partial<EntityOf[K]>
