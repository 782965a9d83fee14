// The kinds of fields that the field tables use.

export type Field = {
  readonly kind:
    | 'text'
    | 'amount'
    | 'number'
    | 'flag'
    | 'date'
    | 'time'
    | 'id'
    | 'ref'
    | 'email'
    | 'object'
    | 'list'
    | 'ignored'
  readonly max?: number
  readonly values?: readonly string[]
  readonly fields?: Fields
  /** Accepted but ignored on writes, because QuickBooks computes it. */
  readonly readOnly?: true
  readonly filter?: true
}
export type Fields = { readonly [name: string]: Field }

/** Ignores inherited properties, because a caller can send `constructor`. */
export const findField = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

export const text = (max: number): Field => ({ kind: 'text', max })
export const oneOf = (...values: string[]): Field => ({ kind: 'text', max: 100, values })
export const amount: Field = { kind: 'amount' }
export const number: Field = { kind: 'number' }
export const flag: Field = { kind: 'flag' }
export const date: Field = { kind: 'date' }
export const ref: Field = { kind: 'ref' }
export const email: Field = { kind: 'email', fields: { Id: text(30), Address: text(100) } }
export const ignored: Field = { kind: 'ignored' }
export const object = (fields: Fields): Field => ({ kind: 'object', fields })
export const list = (fields: Fields): Field => ({ kind: 'list', fields })
export const filter = (field: Field): Field => ({ ...field, filter: true })
export const computed = (field: Field): Field => ({ ...field, readOnly: true })
