// Builds and runs queries in QuickBooks' query language, with quoted values.
import { z } from 'zod'
import { ProviderError } from '../provider-error.ts'
import type { Client } from './client.ts'

/** Escapes `'` and `\` with a backslash. */
export const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const is = (field: string, value: string): string => `${field} = ${quote(value)}`
export const isOneOf = (field: string, values: readonly string[]): string =>
  `${field} IN (${values.map(quote).join(', ')})`

export type Selection<T extends z.ZodType> = {
  readonly entity: string
  readonly record: T
  /** All conditions must be true, because the language has no OR. */
  readonly where?: readonly string[]
  readonly orderBy?: string
  /** All of them by default. */
  readonly max?: number
}

const PAGE_MAX = 1_000
const RECORDS_MAX = 100_000
/** Ids are part of the URL, whose length is limited. */
const IDS_PER_QUERY_MAX = 100

const envelope = z.object({ QueryResponse: z.record(z.string(), z.unknown()) })

/** Reads all matches page by page. */
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
    const records = parseAnswer(z.array(record).default([]), QueryResponse[entity])
    found.push(...records)
    if (records.length < size) break
  }
  return found
}

/** The records with these ids that exist. */
export const selectByIds = async <T extends z.ZodType>(
  client: Client,
  selection: Pick<Selection<T>, 'entity' | 'record'>,
  ids: readonly string[],
): Promise<z.infer<T>[]> => {
  const found: z.infer<T>[] = []
  const unique = [...new Set(ids)]
  for (let at = 0; at < unique.length; at += IDS_PER_QUERY_MAX) {
    const batch = unique.slice(at, at + IDS_PER_QUERY_MAX)
    found.push(...(await selectAll(client, { ...selection, where: [isOneOf('Id', batch)] })))
  }
  return found
}

/** A response that QuickBooks doesn't document is an outage, not a refusal. */
export const parseAnswer = <T extends z.ZodType>(
  schema: T,
  answer: unknown,
  kind: 'unavailable' | 'outcome_unknown' = 'unavailable',
): z.infer<T> => {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ProviderError('quickbooks', kind, 'unexpected response', {
    cause: parsed.error,
  })
}
