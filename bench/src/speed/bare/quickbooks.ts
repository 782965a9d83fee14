// QuickBooks queries. Each reads the connection first, because its token may have been refreshed.
import type pg from 'pg'

const CONNECTION = `
  SELECT realm_id, company_name, access_token, access_expires_at, refresh_token, refresh_expires_at, state, reason, version
  FROM qbo_connection WHERE id = 1`

export type Connection = { readonly realm_id: string; readonly access_token: string }

export const readConnection = async (pool: pg.Pool): Promise<Connection> =>
  (await pool.query(CONNECTION)).rows[0]

/** Each call is counted for all processes together. */
const PACE = `
  INSERT INTO qbo_pace AS pace VALUES ($1, clock_timestamp()) ON CONFLICT (realm_id) DO UPDATE
  SET empty_at = greatest(pace.empty_at, clock_timestamp()) RETURNING realm_id`

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

export const ask = async <T>(pool: pg.Pool, entity: string, rest: string): Promise<T[]> => {
  const { realm_id, access_token } = await readConnection(pool)
  await pool.query(PACE, [realm_id])
  const query = `SELECT * FROM ${entity} ${rest} STARTPOSITION 1 MAXRESULTS 1000`
  const parameters = new URLSearchParams({ query, minorversion: '75' })
  const url = `${process.env.QBO_API_URL}/v3/company/${realm_id}/query?${parameters}`
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${access_token}`, accept: 'application/json' },
  })
  const { QueryResponse } = (await answer.json()) as { QueryResponse: Record<string, T[]> }
  return QueryResponse[entity] ?? []
}

export const askByIds = <T>(pool: pg.Pool, entity: string, ids: readonly string[]): Promise<T[]> =>
  ask(pool, entity, `WHERE Id IN (${ids.map((id) => `'${id}'`).join(', ')}) ORDERBY Id`)
