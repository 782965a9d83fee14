// Parses QuickBooks' query language: one SELECT with AND conditions, an order and a page.
import { queryInvalid, queryUnparsable } from '../api/fault.ts'
import { type Token, tokenize } from './tokens.ts'

export type Operator = '=' | '!=' | '<' | '>' | '<=' | '>=' | 'IN' | 'LIKE'
export type Value = string | number | boolean
export type Condition = {
  readonly field: string
  readonly operator: Operator
  readonly values: readonly Value[]
}
export type Query = {
  readonly select: 'all' | 'count' | readonly string[]
  readonly from: string
  readonly where: readonly Condition[]
  readonly orderBy: readonly { readonly field: string; readonly descending: boolean }[]
  readonly startPosition: number
  readonly maxResults: number
}

const PAGE_DEFAULT = 100
const PAGE_MAX = 1000

const SYMBOL_OPERATORS: readonly string[] = ['=', '!=', '<', '>', '<=', '>=']
const RESERVED: readonly string[] = [
  'select',
  'from',
  'where',
  'and',
  'or',
  'in',
  'like',
  'orderby',
  'order',
  'startposition',
  'maxresults',
]

type Reader = {
  peek(): Token
  next(): Token
  /** Consumes the next token if it's this word, in any case, or this symbol. */
  take(value: string): boolean
  expect(value: string): void
}

const readTokens = (tokens: readonly Token[]): Reader => {
  let position = 0
  const peek = () => tokens[position] ?? tokens[tokens.length - 1] ?? fail()
  const next = () => {
    const token = peek()
    position += 1
    return token
  }
  const isNext = (value: string) =>
    (peek().kind === 'word' || peek().kind === 'symbol') && peek().value.toLowerCase() === value
  return {
    peek,
    next,
    take: (value) => isNext(value) && Boolean(next()),
    expect: (value) => {
      if (!isNext(value)) throw unexpected(peek(), `"${value}"`)
      next()
    },
  }
}

const fail = (): never => {
  throw queryUnparsable('The query provided was empty')
}

export const parseQuery = (text: string): Query => {
  const reader = readTokens(tokenize(text))
  reader.expect('select')
  const select = readSelection(reader)
  reader.expect('from')
  const from = readName(reader)
  const where = reader.take('where') ? readConditions(reader) : []
  const orderBy = readOrder(reader)
  const page = readPage(reader)
  if (reader.peek().kind !== 'end')
    throw unexpected(
      reader.peek(),
      '<EOF>',
      '<AND>',
      '"maxresults"',
      '"order"',
      '"orderby"',
      '"startposition"',
    )
  return { select, from, where, orderBy, ...page }
}

const readSelection = (reader: Reader): Query['select'] => {
  if (reader.take('*')) return 'all'
  const first = readName(reader)
  if (first.toLowerCase() === 'count' && reader.take('(')) {
    reader.expect('*')
    reader.expect(')')
    return 'count'
  }
  const fields = [first]
  while (reader.take(',')) fields.push(readName(reader))
  return fields
}

const readName = (reader: Reader): string => {
  const token = reader.next()
  if (token.kind !== 'word' || RESERVED.includes(token.value.toLowerCase()))
    throw unexpected(token, '<IDENTIFIER>')
  return token.value
}

const readConditions = (reader: Reader): Condition[] => {
  const conditions = [readCondition(reader)]
  while (reader.take('and')) conditions.push(readCondition(reader))
  return conditions
}

const readCondition = (reader: Reader): Condition => {
  const field = readName(reader)
  if (reader.take('in')) return { field, operator: 'IN', values: readList(reader) }
  if (reader.take('like')) return { field, operator: 'LIKE', values: [readValue(reader)] }
  const token = reader.next()
  if (token.kind !== 'symbol' || !SYMBOL_OPERATORS.includes(token.value))
    throw unexpected(token, '"in"', '"like"', ...SYMBOL_OPERATORS.map((sign) => `"${sign}"`))
  return { field, operator: token.value as Operator, values: [readValue(reader)] }
}

const readList = (reader: Reader): Value[] => {
  reader.expect('(')
  const values = [readValue(reader)]
  while (reader.take(',')) values.push(readValue(reader))
  reader.expect(')')
  return values
}

const readValue = (reader: Reader): Value => {
  const token = reader.next()
  if (token.kind === 'text') return token.value
  if (token.kind === 'number') return Number(token.value)
  const word = token.kind === 'word' ? token.value.toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  throw unexpected(token, '<STRING>', '<NUMBER>', '"true"', '"false"')
}

const readOrder = (reader: Reader): Query['orderBy'] => {
  if (reader.take('order')) reader.expect('by')
  else if (!reader.take('orderby')) return []
  const order = [readOrderField(reader)]
  while (reader.take(',')) order.push(readOrderField(reader))
  return order
}

const readOrderField = (reader: Reader) => {
  const field = readName(reader)
  const descending = reader.take('desc')
  if (!descending) reader.take('asc')
  return { field, descending }
}

const readPage = (reader: Reader): Pick<Query, 'startPosition' | 'maxResults'> => {
  let startPosition: number | undefined
  let maxResults: number | undefined
  for (;;) {
    if (startPosition === undefined && reader.take('startposition'))
      startPosition = readCount(reader)
    else if (maxResults === undefined && reader.take('maxresults')) maxResults = readCount(reader)
    else break
  }
  if (maxResults !== undefined && maxResults > PAGE_MAX)
    throw queryInvalid(`value ${maxResults} for maxResults is greater than ${PAGE_MAX}`)
  return { startPosition: Math.max(startPosition ?? 1, 1), maxResults: maxResults ?? PAGE_DEFAULT }
}

const readCount = (reader: Reader): number => {
  const token = reader.next()
  const count = Number(token.value)
  if (token.kind !== 'number' || !Number.isSafeInteger(count) || count < 0)
    throw unexpected(token, '<NUMBER>')
  return count
}

const unexpected = (token: Token, ...expected: string[]) => {
  const seen =
    token.kind === 'end' ? '"<EOF>"' : `" <${token.kind.toUpperCase()}> "${token.value} ""`
  const list = expected.map((name) => `    ${name} ...`).join('\n')
  const { line, column } = token.place()
  return queryUnparsable(
    `Encountered ${seen} at line ${line}, column ${column}.\nWas expecting${expected.length > 1 ? ' one of' : ''}:\n${list}\n    `,
  )
}
