// A bookkeeper's access to the sample company's QuickBooks.

import type { SandboxSite } from '../sandbox/control.ts'
import { within } from '../wait-for.ts'
import { HARBOR } from './connect.ts'

export type Entity = Record<string, unknown> & { Id: string }
type Fields = Readonly<Record<string, unknown>>
type Access = { readonly apiUrl: string | undefined; readonly token: string | undefined }

/** The default invoice date. */
export const INVOICE_DATE = '2026-10-01'

/** Creates or changes a customer, invoice or payment, and returns the record. */
export const writeBooks = async (
  { apiUrl, token }: Access,
  entity: string,
  body: Fields,
): Promise<Entity> => {
  const init = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  }
  const url = `${apiUrl}/v3/company/${HARBOR}/${entity}`
  const response = await within(`writing a ${entity}`, fetch(url, init))
  const text = await within(`reading a ${entity}`, response.text())
  if (!response.ok) throw new Error(`${entity} was refused: ${text}`)
  const [record] = Object.values(JSON.parse(text) as Record<string, Entity>)
  return record ?? { Id: '' }
}

type NewInvoice = {
  readonly customer: string
  readonly number: string
  readonly amount: number
  readonly date?: string
  readonly dueDate?: string
}

/** An invoice in QuickBooks' fields. */
export const invoiceFields = (invoice: NewInvoice): Fields => ({
  CustomerRef: { value: invoice.customer },
  DocNumber: invoice.number,
  TxnDate: invoice.date ?? INVOICE_DATE,
  ...(invoice.dueDate && { DueDate: invoice.dueDate }),
  Line: [
    {
      Amount: invoice.amount,
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ItemRef: { value: '1' } },
    },
  ],
})

export type Books = {
  /** Returns the QuickBooks id. */
  write(entity: string, body: Fields): Promise<string>
  /** A new customer's invoice. */
  addInvoice(number: string, amount: number): Promise<string>
}

export const openBooks = async ({ settings }: Pick<SandboxSite, 'settings'>): Promise<Books> => {
  const quickbooks = settings.quickbooks ?? {}
  const access = { apiUrl: quickbooks.QBO_API_URL, token: await getAccess(quickbooks) }
  const write: Books['write'] = async (entity, body) => (await writeBooks(access, entity, body)).Id
  return {
    write,
    addInvoice: async (number, amount) => {
      const customer = await write('customer', { DisplayName: `Customer of ${number}` })
      return write('invoice', invoiceFields({ customer, number, amount }))
    },
  }
}

const getAccess = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const redirect = `http://localhost/auth/qbo/redirect`
  const chosen = await fetch(settings.QBO_AUTHORIZE_URL ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: settings.QBO_CLIENT_ID ?? '',
      response_type: 'code',
      scope: 'com.intuit.quickbooks.accounting',
      redirect_uri: redirect,
      state: 'bookkeeper',
      realmId: HARBOR,
    }),
  })
  const code = new URL(chosen.headers.get('location') ?? redirect).searchParams.get('code') ?? ''
  const pair = `${settings.QBO_CLIENT_ID}:${settings.QBO_CLIENT_SECRET}`
  const answer = await fetch(settings.QBO_TOKEN_URL ?? '', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect }),
  })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (!access_token) throw new Error('QuickBooks refused access')
  return access_token
}
