// Reads invoices from QuickBooks itself: payments don't trust our copy.
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

type InvoiceRecord = {
  Id: string
  DocNumber: string
  TxnDate: string
  CustomerRef: { value: string; name: string }
  Balance: number
}

export const askForInvoices = async (
  { realm_id, access_token }: Connection,
  ids: readonly string[],
): Promise<InvoiceRecord[]> => {
  const list = ids.map((id) => `'${id}'`).join(', ')
  const query = `SELECT * FROM Invoice WHERE Id IN (${list}) ORDERBY Id STARTPOSITION 1 MAXRESULTS 1000`
  const parameters = new URLSearchParams({ query, minorversion: '75' })
  const url = `${process.env.QBO_API_URL}/v3/company/${realm_id}/query?${parameters}`
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${access_token}`, accept: 'application/json' },
  })
  const { QueryResponse } = (await answer.json()) as { QueryResponse: { Invoice: InvoiceRecord[] } }
  return QueryResponse.Invoice
}
