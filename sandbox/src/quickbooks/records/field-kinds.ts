// The kinds of fields that the field tables use, and the type of each kind's values.

export type Ref = { value: string; name?: string; type?: string }

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

type Kinds = {
  text: string
  amount: number
  number: number
  flag: boolean
  date: string
  time: string
  id: string
  ref: Ref
  email: { Address: string }
  ignored: unknown
}

type ValueOf<F extends Field> = F extends { readonly values: readonly (infer Value)[] }
  ? Value
  : F['kind'] extends keyof Kinds
    ? Kinds[F['kind']]
    : F extends { readonly fields: infer Below extends Fields }
      ? F['kind'] extends 'list'
        ? ValuesOf<Below>[]
        : ValuesOf<Below>
      : never

export type ValuesOf<F extends Fields> = { -readonly [Name in keyof F]?: ValueOf<F[Name]> }

/** Ignores inherited properties, because a caller can send `constructor`. */
export const findField = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

export const text = (max: number) => ({ kind: 'text', max }) as const
export const oneOf = <Value extends string>(...values: Value[]) =>
  ({ kind: 'text', max: 100, values }) as const
export const amount = { kind: 'amount' } as const
export const number = { kind: 'number' } as const
export const flag = { kind: 'flag' } as const
export const date = { kind: 'date' } as const
export const ref = { kind: 'ref' } as const
export const email = { kind: 'email', fields: { Id: text(30), Address: text(100) } } as const
export const ignored = { kind: 'ignored' } as const
export const object = <F extends Fields>(fields: F) => ({ kind: 'object', fields }) as const
export const list = <F extends Fields>(fields: F) => ({ kind: 'list', fields }) as const
export const filter = <F extends Field>(field: F) => ({ ...field, filter: true }) as const
export const computed = <F extends Field>(field: F) => ({ ...field, readOnly: true }) as const
