// Resolves the fields and values of a query to comparable values.
import { queryInvalid } from '../api/fault.ts'
import type { EntityName } from '../records/entities.ts'
import { type Field, type Fields, findField } from '../records/field-kinds.ts'
import { FIELDS } from '../records/fields.ts'
import { isDate } from '../records/time.ts'
import type { Condition, Value } from './parser.ts'

export type Comparable = string | number | boolean | undefined
export type Row = Readonly<Record<string, unknown>>

export const compare = (left: Comparable, right: Comparable): number => {
  if (left === right) return 0
  if (left === undefined) return -1
  if (right === undefined) return 1
  return left < right ? -1 : 1
}

/** QuickBooks' own samples use both `Metadata` and `MetaData`. */
export const segmentsOf = (path: string): string[] =>
  path.replace(/^Metadata\./, 'MetaData.').split('.')

export const fieldAt = (name: EntityName, path: string): Field => {
  let field: Field | undefined
  let fields: Fields = FIELDS[name]
  for (const segment of segmentsOf(path)) {
    // Such as `AttachableRef.EntityRef.Type`.
    if (field?.kind === 'ref') return { kind: 'text', filter: true }
    field = findField(fields, segment)
    if (!field) break
    fields = field.fields ?? {}
  }
  if (!field) throw queryInvalid(`Property ${path} not found for Entity ${name}`)
  return field
}

/** A path through a list can have several values. */
export const readerOf = (name: EntityName, path: string): ((row: Row) => Comparable[]) => {
  const field = fieldAt(name, path)
  if (!field.filter) throw queryInvalid(`property '${path}' is not queryable`)
  const segments = segmentsOf(path).map((segment, index) =>
    index > 0 && segment === 'Type' ? 'type' : segment,
  )
  return (row) => walk(row, segments, 0).map((value) => comparableOf(field, value))
}

const walk = (value: unknown, segments: readonly string[], depth: number): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((entry) => walk(entry, segments, depth))
  const segment = segments[depth]
  if (segment === undefined || typeof value !== 'object' || value === null) return [value]
  return walk((value as Row)[segment], segments, depth + 1)
}

/** Text comparisons ignore case; ids compare as numbers, times as instants. */
const comparableOf = (field: Field, value: unknown): Comparable => {
  if (value === undefined || value === null) return undefined
  switch (field.kind) {
    case 'ref':
      return String((value as Row).value)
    case 'email':
      return String((value as Row).Address).toLowerCase()
    case 'time':
      return Date.parse(String(value))
    case 'id':
      return Number(value)
    default:
      return typeof value === 'number' || typeof value === 'boolean'
        ? value
        : String(value).toLowerCase()
  }
}

const RANGES: readonly string[] = ['<', '>', '<=', '>=']

export const parseValue = (field: Field, condition: Condition, value: Value): Comparable => {
  const { field: path, operator } = condition
  const refuse = () => queryInvalid(`value '${value}' for property '${path}' is invalid`)
  if (
    (operator === 'LIKE' && !['text', 'ref', 'email'].includes(field.kind)) ||
    (RANGES.includes(operator) && ['flag', 'ref'].includes(field.kind))
  )
    throw queryInvalid(`operator ${operator} is not supported for property '${path}'`)
  switch (field.kind) {
    case 'flag':
      if (!['true', 'false'].includes(String(value))) throw refuse()
      return String(value) === 'true'
    case 'amount':
    case 'number':
    case 'id': {
      const number = String(value).trim() === '' ? Number.NaN : Number(value)
      if (typeof value === 'boolean' || Number.isNaN(number)) throw refuse()
      return number
    }
    case 'date':
      if (typeof value !== 'string' || !isDate(value.slice(0, 10))) throw refuse()
      return value.slice(0, 10)
    case 'time':
      if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw refuse()
      return Date.parse(value)
    case 'ref':
      return String(value)
    default:
      return String(value).toLowerCase()
  }
}
