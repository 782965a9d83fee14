// QuickBooks' query language, in which nothing of a value can become part of the query.
import { z } from 'zod'
import { ProviderError } from '../provider-error.ts'
import type { Client } from './client.ts'

/** The service reads both `'` and `\` as its own unless a backslash stands before them. */
export const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const is = (field: string, value: string): string => `${field} = ${quote(value)}`
export const isOneOf = (field: string, values: readonly string[]): string =>
  `${field} IN (${values.map(quote).join(', ')})`

export type Selection<T extends z.ZodType> = {
  readonly entity: string
  readonly record: T
  /** Conditions that must all hold: the language has no OR. */
  readonly where?: readonly string[]
  readonly orderBy?: string
  /** How many at most; all of them unless told. */
  readonly max?: number
}

const PAGE_MAX = 1_000
const RECORDS_MAX = 100_000
/** Ids travel in the address, which has a length. */
const IDS_A_QUERY_MAX = 100

const envelope = z.object({ QueryResponse: z.record(z.string(), z.unknown()) })

// A schema costs far more to make than to use, so each record's list is made once.
const lists = new WeakMap<z.ZodType, z.ZodType>()

const listOf = <T extends z.ZodType>(record: T): z.ZodType<z.infer<T>[]> => {
  const known = lists.get(record) as z.ZodType<z.infer<T>[]> | undefined
  if (known) return known
  const list: z.ZodType<z.infer<T>[]> = z.array(record).default([])
  lists.set(record, list)
  return list
}

/** Everything that fits, page by page. */
export const selectAll = async <T extends z.ZodType>(
  client: Client,
  { entity, record, where = [], orderBy = 'Id', max = RECORDS_MAX }: Selection<T>,
): Promise<z.infer<T>[]> => {
  const condition = where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''
  const found: z.infer<T>[] = []
  while (found.length < max) {
    const size = Math.min(PAGE_MAX, max - found.length)
    const page = `STARTPOSITION ${found.length + 1} MAXRESULTS ${size}`
    const query = `SELECT * FROM ${entity}${condition} ORDERBY ${orderBy} ${page}`
    const { QueryResponse } = parseAnswer(envelope, await client.read('/query', { query }))
    const records = parseAnswer(listOf(record), QueryResponse[entity])
    found.push(...records)
    if (records.length < size) break
  }
  return found
}

/** Those of these ids that exist. */
export const selectByIds = async <T extends z.ZodType>(
  client: Client,
  selection: Pick<Selection<T>, 'entity' | 'record'>,
  ids: readonly string[],
): Promise<z.infer<T>[]> => {
  const found: z.infer<T>[] = []
  const unique = [...new Set(ids)]
  for (let at = 0; at < unique.length; at += IDS_A_QUERY_MAX) {
    const some = unique.slice(at, at + IDS_A_QUERY_MAX)
    found.push(...(await selectAll(client, { ...selection, where: [isOneOf('Id', some)] })))
  }
  return found
}

/** An answer of another shape than QuickBooks documents is an outage, not a refusal. */
export const parseAnswer = <T extends z.ZodType>(
  schema: T,
  answer: unknown,
  kind: 'unavailable' | 'outcome_unknown' = 'unavailable',
): z.infer<T> => {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ProviderError('quickbooks', kind, 'the answer is not understood', {
    cause: parsed.error,
  })
}
