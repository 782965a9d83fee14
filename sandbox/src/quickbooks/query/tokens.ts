// Splits a query into tokens, with positions for error messages.
import { queryUnparsable } from '../api/fault.ts'

export type Token = {
  readonly kind: 'word' | 'text' | 'number' | 'symbol' | 'end'
  /** Unescaped. */
  readonly value: string
  /** Computed only for errors. */
  readonly place: () => { readonly line: number; readonly column: number }
}

const QUERY_LENGTH_MAX = 64_000

// One alternative per kind of token; `y` continues where the last match ended.
const TOKEN =
  /(?<space>\s+)|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_][\w.]*)|(?<text>'(?:[^'\\]|\\['\\])*')|(?<symbol><=|>=|!=|[=<>(),*])/uy

export const tokenize = (query: string): Token[] => {
  if (query.trim() === '') throw queryUnparsable('The query provided was empty')
  if (query.length > QUERY_LENGTH_MAX) throw queryUnparsable('The query provided was too long')
  const tokens: Token[] = []
  const place = placeIn(query)
  TOKEN.lastIndex = 0
  let at = 0
  while (at < query.length) {
    const groups = TOKEN.exec(query)?.groups
    if (!groups) throw lexicalError(query, at, place)
    const kind = (['word', 'text', 'number', 'symbol'] as const).find(
      (name) => groups[name] !== undefined,
    )
    const start = at
    if (kind)
      tokens.push({ kind, value: unescaped(kind, groups[kind] ?? ''), place: () => place(start) })
    at = TOKEN.lastIndex
  }
  tokens.push({ kind: 'end', value: '<EOF>', place: () => place(query.length) })
  return tokens
}

const unescaped = (kind: Token['kind'], raw: string): string =>
  kind === 'text' ? raw.slice(1, -1).replace(/\\(['\\])/g, '$1') : raw

const placeIn = (query: string) => (at: number) => {
  const before = query.slice(0, at)
  const lastBreak = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: at - lastBreak }
}

const lexicalError = (query: string, at: number, place: ReturnType<typeof placeIn>) => {
  // An unclosed string, or one with a stray backslash, fails at that position.
  const opened = query[at] === "'"
  const bad = opened ? at + (/^'(?:[^'\\]|\\['\\])*/u.exec(query.slice(at))?.[0].length ?? 0) : at
  const code = query.codePointAt(bad)
  const { line, column } = place(bad)
  const encountered = code === undefined ? '<EOF>' : `"${String.fromCodePoint(code)}" (${code}), `
  return queryUnparsable(
    `Invalid content. Lexical error at line ${line}, column ${column}.  Encountered: ${encountered} after : "${opened ? query.slice(at, bad) : ''}"`,
  )
}
