// Validates what a caller sends against the field tables, before the bookkeeping rules.
import { isRecord } from '../../web/browser.ts'
import { invalidProperty, QuickBooksFault, unparsable, wrongLength } from '../api/fault.ts'
import type { EntityName, EntityOf } from './entities.ts'
import { type Field, type Fields, findField } from './field-kinds.ts'
import { FIELDS } from './fields.ts'
import { AMOUNT_MAX, toCents } from './money.ts'
import { isDate } from './time.ts'

/** The validated fields; `null` clears a field. */
export type Draft<K extends EntityName> = { [P in keyof EntityOf[K]]?: EntityOf[K][P] | null }

type Sent<K extends EntityName> = {
  readonly draft: Draft<K>
  readonly Id: string | undefined
  readonly SyncToken: string | undefined
  readonly sparse: boolean
}

export const checkBody = <K extends EntityName>(name: K, body: unknown): Sent<K> => {
  if (!isRecord(body)) throw unparsable()
  const draft: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(body)) {
    const field = findField(FIELDS[name], key)
    if (!field) throw invalidProperty(key)
    if (field.readOnly || field.kind === 'ignored') continue
    draft[key] = value === null ? null : checkValue(field, value, key)
  }
  return {
    // Every key and value was just checked against the tables.
    draft: draft as Draft<K>,
    Id: optionalText(body.Id, 'Id'),
    SyncToken: optionalText(body.SyncToken, 'SyncToken'),
    sparse: body.sparse === true,
  }
}

const optionalText = (value: unknown, element: string): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidProperty(element)
  return value
}

const checkValue = (field: Field, value: unknown, element: string): unknown => {
  switch (field.kind) {
    case 'text':
      return checkText(field, value, element)
    case 'amount':
      return checkAmount(value, element)
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidProperty(element)
      return value
    case 'flag':
      if (typeof value !== 'boolean') throw invalidProperty(element)
      return value
    case 'date':
      return checkDate(value, element)
    case 'ref':
      return checkRef(value, element)
    case 'email':
      return checkEmail(checkRecord(field.fields ?? {}, value, element), element)
    case 'object':
      return checkRecord(field.fields ?? {}, value, element)
    case 'list':
      if (!Array.isArray(value)) throw invalidProperty(element)
      return value.map((entry) => checkRecord(field.fields ?? {}, entry, element))
    default:
      return undefined
  }
}

const checkRecord = (fields: Fields, value: unknown, element: string): Record<string, unknown> => {
  if (!isRecord(value)) throw invalidProperty(element)
  const record: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(value)) {
    const field = findField(fields, key)
    if (!field) throw invalidProperty(`${element}.${key}`)
    if (field.kind === 'ignored' || entry === null) continue
    record[key] = checkValue(field, entry, `${element}.${key}`)
  }
  return record
}

const checkText = (field: Field, value: unknown, element: string): string => {
  if (typeof value !== 'string') throw invalidProperty(element)
  if (field.values && !field.values.includes(value))
    throw new QuickBooksFault(
      '2170',
      'Invalid Enumeration',
      `Invalid Enumeration : ${value}`,
      element,
    )
  const max = field.max ?? 4000
  // QuickBooks counts UTF-16 units, so an emoji counts as two.
  if (value.length > max) throw wrongLength(element, max, value.length)
  return value
}

const checkAmount = (value: unknown, element: string): number => {
  if (typeof value !== 'number') throw invalidProperty(element)
  if (toCents(value) === undefined)
    throw new QuickBooksFault(
      '2140',
      'Invalid Amount',
      `Amount must be a number of at most two decimals up to ${AMOUNT_MAX}. Supplied value:${value}`,
      element,
    )
  return value
}

const checkDate = (value: unknown, element: string): string => {
  if (typeof value !== 'string') throw invalidProperty(element)
  if (!isDate(value))
    throw new QuickBooksFault(
      '2070',
      'Invalid Date',
      `Invalid date. Supplied value:${value}`,
      element,
    )
  return value
}

const checkRef = (value: unknown, element: string): Record<string, unknown> => {
  if (!isRecord(value) || typeof value.value !== 'string') throw invalidProperty(element)
  const { name, type } = value
  for (const text of [name ?? '', type ?? ''])
    if (typeof text !== 'string') throw invalidProperty(element)
  // QuickBooks ignores the name and uses the id.
  return typeof type === 'string' ? { value: value.value, type } : { value: value.value }
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const checkEmail = (value: Record<string, unknown>, element: string): Record<string, unknown> => {
  const { Address } = value
  if (typeof Address !== 'string' || !EMAIL.test(Address))
    throw new QuickBooksFault(
      '2210',
      'Invalid Email Address format',
      `Email Address does not conform to the RFC 822 format. Supplied value:${String(Address)}`,
      element,
    )
  return { Address }
}
