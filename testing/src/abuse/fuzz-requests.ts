// Builds a fuzz request from a seed; the same seed gives the same bytes.

import { samplePdf } from '../contractor/sample-files.ts'
import { createRandom, type Random } from '../random.ts'
import type { Examples } from './examples.ts'
import {
  HOSTILE_BEARERS,
  HOSTILE_HEADERS,
  HOSTILE_TYPES,
  hostileText,
  hostileValue,
} from './hostile-values.ts'
import type { Operation } from './operations.ts'
import { corrupt, fittingValue, type Known } from './schema-values.ts'
import type { Attack } from './send.ts'

export type FuzzSources = {
  readonly operations: readonly Operation[]
  readonly examples: Examples
  readonly known: Known
  readonly tokens: { readonly contractor: string; readonly staff: string; readonly admin: string }
  /** The cookie of a customer's browser. */
  readonly cookie: string
  readonly captchas: string[]
}

export const fuzzRequest = (
  sources: FuzzSources,
  seed: number,
): { operation: Operation; attack: Attack } => {
  // Similar seeds must not give similar random numbers.
  const random = createRandom(Math.imul(seed, 2_654_435_761))
  const { operations } = sources
  const operation = operations[random.between(0, operations.length - 1)] ?? operations[0]
  if (!operation) throw new Error('no operations')
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${(seed >> 16) & 255}.${(seed >> 8) & 255}.${seed & 255}`,
    ...authorization(sources, operation, random),
    ...(random.next() < 0.3 ? { 'idempotency-key': `key-of-the-fuzz-${seed}` } : {}),
    ...(random.next() < 0.12 ? random.pick(HOSTILE_HEADERS) : {}),
  }
  const input = inputOf(sources, operation, random)
  const target = operation.path + queryOf(operation, input, random)
  if (operation.method === 'GET' && random.next() < 0.97) {
    return { operation, attack: { method: operation.method, target, headers } }
  }
  const { type, body } = operation.isForm
    ? formOf(sources, input, random)
    : { type: 'application/json', body: jsonOf(input, random) }
  const contentType = random.next() < 0.06 ? random.pick(HOSTILE_TYPES) : type
  if (contentType !== '') headers['content-type'] = contentType
  return { operation, attack: { method: operation.method, target, headers, body } }
}

/** Mostly valid credentials, or only the access check would be tested. */
const authorization = (
  { tokens, cookie }: FuzzSources,
  { access }: Operation,
  random: Random,
): Record<string, string> => {
  const chance = random.next()
  if (chance < 0.06) return {}
  if (chance < 0.1) return { authorization: random.pick(HOSTILE_BEARERS) }
  if (chance < 0.2) {
    return {
      authorization: `Bearer ${random.pick([tokens.contractor, tokens.staff, tokens.admin])}`,
    }
  }
  if (access === 'public' || access === 'provider') return { cookie }
  if (access === 'metrics') return { authorization: 'Bearer a-scraper-with-a-token' }
  const isContractors = access.startsWith('contractor') && random.next() < 0.7
  const token = isContractors ? tokens.contractor : tokens[access === 'admin' ? 'admin' : 'staff']
  return { authorization: `Bearer ${token}` }
}

const inputOf = (
  { examples, known }: FuzzSources,
  operation: Operation,
  random: Random,
): unknown => {
  const given = examples[operation.name] ?? []
  const example = given[random.between(0, Math.max(0, given.length - 1))]
  let input: unknown =
    example && random.next() < 0.75
      ? example
      : operation.body
        ? fittingValue(operation.body, random, known)
        : Object.fromEntries(
            operation.query
              .filter(() => random.next() < 0.6)
              .map(({ name, schema }) => [name, fittingValue(schema, random, known, name)]),
          )
  const corruptions = random.pick([0, 1, 1, 1, 2, 3])
  for (let index = 0; index < corruptions; index += 1) input = corrupt(input, random)
  return input
}

const queryOf = (operation: Operation, input: unknown, random: Random): string => {
  if (operation.method !== 'GET' && random.next() < 0.95) return ''
  const entries = Object.entries(typeof input === 'object' && input ? input : {})
  const pairs = entries.map(
    ([name, value]) =>
      `${encode(name)}=${encode(typeof value === 'object' ? '[]' : String(value))}`,
  )
  const chance = random.next()
  if (chance < 0.05)
    pairs.push(random.pick(['%', '=%zz', 'a[]=1', '&&&', '__proto__=1', '%ED%A0%80=x']))
  if (chance > 0.95 && pairs[0]) pairs.push(pairs[0])
  const query = pairs.join('&').slice(0, 12_000)
  return query === '' ? '' : `?${query}`
}

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

const jsonOf = (input: unknown, random: Random): Buffer | undefined => {
  const text = JSON.stringify(input) ?? ''
  const chance = random.next()
  if (chance > 0.12) return Buffer.from(text)
  if (chance < 0.015) return undefined
  if (chance < 0.03) return Buffer.from(text.slice(0, random.between(0, text.length)))
  if (chance < 0.045) return Buffer.concat([Buffer.from('\ufeff'), Buffer.from(text)])
  if (chance < 0.06) return Buffer.from(text.replace('{', '{"__proto__":{"admin":true},'))
  if (chance < 0.075) return Buffer.from(text.replace('{', `{${text.slice(1, -1)},`))
  if (chance < 0.09) return Buffer.from(text, 'utf16le')
  if (chance < 0.1) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0])])
  if (chance < 0.11) return Buffer.from(JSON.stringify(hostileValue(random)) ?? '')
  return Buffer.from(`${'['.repeat(30_000)}`)
}

const formOf = (
  { captchas }: FuzzSources,
  input: unknown,
  random: Random,
): { type: string; body: Buffer } => {
  const boundary = 'fuzz-boundary'
  const fields = Object.entries(typeof input === 'object' && input ? input : { input })
  if (random.next() < 0.6) fields.push(['captchaToken', captchas.pop() ?? 'used up'])
  if (random.next() < 0.05 && fields[0]) fields.push(fields[0])
  const parts = fields.map(([name, value]) =>
    part(boundary, `name="${quoted(name)}"`, Buffer.from(textOf(value))),
  )
  if (random.next() < 0.6) parts.push(filePart(boundary, random))
  const end = random.next() < 0.05 ? '' : `--${boundary}--\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(end)]),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')

const part = (boundary: string, disposition: string, content: Buffer, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`),
    content,
    Buffer.from('\r\n'),
  ])

const filePart = (boundary: string, random: Random): Buffer => {
  const content = random.pick([
    samplePdf('fuzz'),
    samplePdf('fuzz').subarray(0, 60),
    Buffer.from('date,cardInfo,orderIds,amount,vendor\n2026-01-02,Visa 1234,1-2,$3.00,x\n'),
    Buffer.from('\u0000\u0001\u0002'),
    Buffer.alloc(0),
  ])
  const name = random.pick(['a.pdf', 'a.csv', '', '../../x.pdf', quoted(hostileText(random))])
  const field = random.next() < 0.93 ? 'file' : 'other'
  return part(boundary, `name="${field}"; filename="${name}"`, content, 'content-type: x/y\r\n')
}
