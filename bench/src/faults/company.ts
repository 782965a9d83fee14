// The company's bookkeeper, who writes invoices in QuickBooks by way of a connection of their own.
import type { Sandbox } from '@invoice-desk/sandbox/start'
import { HARBOR } from '../../../server/test/support/quickbooks.ts'

export type Company = {
  /** Creates a customer, an invoice, a payment; answers with QuickBooks' id. */
  write(entity: string, body: Record<string, unknown>): Promise<string>
  /** A new customer's invoice. */
  addInvoice(number: string, amount: number): Promise<string>
}

export const INVOICE_DATE = '2026-10-01'

export const openCompany = async ({ settings }: Sandbox): Promise<Company> => {
  const token = await authorize(settings.quickbooks ?? {})
  const api = settings.quickbooks?.QBO_API_URL

  const write: Company['write'] = async (entity, body) => {
    const response = await fetch(`${api}/v3/company/${HARBOR}/${entity}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(answer))
    const [record] = Object.values(answer as Record<string, { Id: string }>)
    return record?.Id ?? ''
  }

  return {
    write,
    addInvoice: async (number, amount) => {
      const customer = await write('customer', { DisplayName: `Customer of ${number}` })
      return write('invoice', {
        CustomerRef: { value: customer },
        DocNumber: number,
        TxnDate: INVOICE_DATE,
        Line: [
          {
            Amount: amount,
            DetailType: 'SalesItemLineDetail',
            SalesItemLineDetail: { ItemRef: { value: '1' } },
          },
        ],
      })
    },
  }
}

const authorize = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  const redirect = `http://localhost/auth/qbo/redirect`
  const form = new URLSearchParams({
    client_id: settings.QBO_CLIENT_ID ?? '',
    response_type: 'code',
    scope: 'com.intuit.quickbooks.accounting',
    redirect_uri: redirect,
    state: 'bookkeeper',
    realmId: HARBOR,
  })
  const chosen = await fetch(settings.QBO_AUTHORIZE_URL ?? '', {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const code = new URL(chosen.headers.get('location') ?? redirect).searchParams.get('code') ?? ''
  const pair = `${settings.QBO_CLIENT_ID}:${settings.QBO_CLIENT_SECRET}`
  const answer = await fetch(settings.QBO_TOKEN_URL ?? '', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect }),
  })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (!access_token) throw new Error('the bookkeeper was not let in')
  return access_token
}
