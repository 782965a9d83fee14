// QuickBooks queries.
import type pg from 'pg'
import { statement } from './common.ts'

type Connection = { readonly realm_id: string; readonly access_token: string }

const findConnection = statement<Connection>(
  'connection',
  'SELECT realm_id, access_token FROM qbo_connection WHERE id = 1',
)

export const readConnection = async (pool: pg.Pool): Promise<Connection> => {
  const [connection] = await findConnection(pool)
  if (!connection) throw new Error('QuickBooks is not connected')
  return connection
}

export type InvoiceRecord = {
  Id: string
  DocNumber: string
  CustomerRef: { value: string; name: string }
  TxnDate: string
  DueDate: string
  TotalAmt: number
  Balance: number
  LinkedTxn: { TxnId: string; TxnType: string }[]
}

export type PaymentRecord = {
  Id: string
  TxnDate: string
  TotalAmt: number
  PrivateNote: string
  PaymentMethodRef?: { value: string }
  Line: { Amount: number; LinkedTxn: { TxnId: string; TxnType: string }[] }[]
}

export const ask = async <T>(
  { realm_id, access_token }: Connection,
  entity: string,
  rest: string,
): Promise<T[]> => {
  const query = `SELECT * FROM ${entity} ${rest} STARTPOSITION 1 MAXRESULTS 1000`
  const parameters = new URLSearchParams({ query, minorversion: '75' })
  const url = `${process.env.QBO_API_URL}/v3/company/${realm_id}/query?${parameters}`
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${access_token}`, accept: 'application/json' },
  })
  const { QueryResponse } = (await answer.json()) as { QueryResponse: Record<string, T[]> }
  return QueryResponse[entity] ?? []
}

export const askByIds = <T>(
  connection: Connection,
  entity: string,
  ids: readonly string[],
): Promise<T[]> =>
  ask(connection, entity, `WHERE Id IN (${ids.map((id) => `'${id}'`).join(', ')}) ORDERBY Id`)
