// Builds and runs queries in QuickBooks' query language, with quoted values.
import { z } from 'zod'
import { ProviderError } from '../provider-error.ts'
import type { Reader } from './client.ts'

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

/** QuickBooks' own time of an answer. Undefined if it can't be read. */
export const answerTime = z.string().pipe(z.coerce.date()).optional().catch(undefined)

const envelope = z.object({
  QueryResponse: z.record(z.string(), z.unknown()),
  time: answerTime,
})

const conditionOf = ({ where = [] }: Pick<Selection<z.ZodType>, 'where'>): string =>
  where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''

const runQuery = async (client: Reader, query: string) =>
  parseAnswer(envelope, await client.read('/query', { query }))

/** Up to `size` matches, the first of them at `position`, which counts from 1. */
export const selectPage = async <T extends z.ZodType>(
  client: Reader,
  selection: Selection<T>,
  { position, size }: { position: number; size: number },
): Promise<{ records: z.infer<T>[]; time: Date | undefined }> => {
  const { entity, record, orderBy = 'Id' } = selection
  const page = `STARTPOSITION ${position} MAXRESULTS ${size}`
  const query = `SELECT * FROM ${entity}${conditionOf(selection)} ORDERBY ${orderBy} ${page}`
  const { QueryResponse, time } = await runQuery(client, query)
  return { records: parseAnswer(z.array(record).default([]), QueryResponse[entity]), time }
}

/** Reads all matches page by page. */
export const selectAll = async <T extends z.ZodType>(
  client: Reader,
  { max = RECORDS_MAX, ...selection }: Selection<T>,
): Promise<z.infer<T>[]> => {
  const found: z.infer<T>[] = []
  while (found.length < max) {
    const size = Math.min(PAGE_MAX, max - found.length)
    const { records } = await selectPage(client, selection, { position: found.length + 1, size })
    found.push(...records)
    if (records.length < size) break
  }
  return found
}

export const countAll = async (
  client: Reader,
  selection: Pick<Selection<z.ZodType>, 'entity' | 'where'>,
): Promise<number> => {
  const query = `SELECT COUNT(*) FROM ${selection.entity}${conditionOf(selection)}`
  return parseAnswer(z.number(), (await runQuery(client, query)).QueryResponse.totalCount)
}

/** The records with these ids that exist. */
export const selectByIds = async <T extends z.ZodType>(
  client: Reader,
  selection: Pick<Selection<T>, 'entity' | 'record' | 'where'>,
  ids: readonly string[],
): Promise<z.infer<T>[]> => {
  const found: z.infer<T>[] = []
  const unique = [...new Set(ids)]
  for (let at = 0; at < unique.length; at += IDS_PER_QUERY_MAX) {
    const batch = unique.slice(at, at + IDS_PER_QUERY_MAX)
    const where = [...(selection.where ?? []), isOneOf('Id', batch)]
    found.push(...(await selectAll(client, { ...selection, where })))
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
