// Stripe's search language, as far as payments need it: `metadata['order']:'1' AND status:'succeeded'`.
import type Stripe from 'stripe'
import type { IntentRow } from '../books.ts'
import { invalidRequest } from './fault.ts'

type Clause = {
  readonly negated: boolean
  readonly field: string
  readonly key: string | undefined
  readonly operator: string
  readonly value: string
}

const CLAUSE =
  /\s*(-?)(amount|created|currency|status|metadata)(?:\[(["'])((?:\\.|(?!\3).)*)\3\])?\s*(:|~|>=|<=|>|<)\s*(?:(["'])((?:\\.|(?!\6).)*)\6|(-?\d+)|(null))\s*/y

export const searchIntents = (
  rows: readonly IntentRow[],
  query: string,
  lagMs: number,
): Stripe.PaymentIntent[] => {
  const { clauses, any } = parseQuery(query)
  const visibleBefore = Date.now() - lagMs
  return rows
    .filter(({ changedAtMs }) => changedAtMs <= visibleBefore)
    .map(({ object }) => object)
    .filter((intent) =>
      any
        ? clauses.some((clause) => holds(intent, clause))
        : clauses.every((clause) => holds(intent, clause)),
    )
}

const parseQuery = (query: string): { clauses: Clause[]; any: boolean } => {
  const clauses: Clause[] = []
  const joins = new Set<string>()
  let rest = query
  while (rest.trim() !== '') {
    const join = clauses.length > 0 ? /^\s*(AND|OR)\s+/i.exec(rest) : undefined
    if (join?.[1]) joins.add(join[1].toUpperCase())
    rest = rest.slice(join?.[0].length ?? 0)
    CLAUSE.lastIndex = 0
    const match = CLAUSE.exec(rest)
    if (!match) throw unreadable(query)
    const [whole, minus, field = '', , key, operator = '', , quoted, number, nothing] = match
    if ((field === 'metadata') !== (key !== undefined)) throw unreadable(query)
    clauses.push({
      negated: minus === '-',
      field,
      key: key === undefined ? undefined : withoutEscapes(key),
      operator,
      value: nothing ?? number ?? withoutEscapes(quoted ?? ''),
    })
    rest = rest.slice(whole.length)
  }
  if (clauses.length === 0 || joins.size > 1) throw unreadable(query)
  return { clauses, any: joins.has('OR') }
}

const withoutEscapes = (text: string): string => text.replace(/\\(.)/g, '$1')

const unreadable = (query: string) =>
  invalidRequest(`We were unable to parse your search query: ${query}`, { param: 'query' })

const holds = (intent: Stripe.PaymentIntent, clause: Clause): boolean => {
  const { field, key, operator, value, negated } = clause
  const actual = key !== undefined ? intent.metadata[key] : intent[field as 'amount' | 'status']
  return compare(actual, operator, value) !== negated
}

const compare = (actual: string | number | undefined, operator: string, value: string): boolean => {
  if (operator === ':') return value === 'null' ? actual === undefined : String(actual) === value
  if (operator === '~') return String(actual ?? '').includes(value)
  const [left, right] = [Number(actual), Number(value)]
  if (operator === '>') return left > right
  if (operator === '<') return left < right
  return operator === '>=' ? left >= right : left <= right
}
