// Files of retailer transactions, and uploading them.
import { importTransactions } from '@invoice-desk/contract/retailer/retailer'
import type { Answer, Caller } from './http/caller.ts'

/** Charges in the Azad extension's format, numbered from `first`. */
export const azadFile = (count: number, first = 0): string => {
  const rows = Array.from({ length: count }, (_, n) => azadRow(first + n))
  return ['date,orderIds,amount,cardInfo,vendor', ...rows].join('\n')
}

const azadRow = (n: number): string => {
  const day = new Date(Date.UTC(2020, 0, 1 + (n % 2_000))).toISOString().slice(0, 10)
  const order = `111-${String(n).padStart(7, '0')}-${String(n % 97).padStart(7, '0')}`
  const amount = ((n * 37) % 90_000) / 100 + 1
  return `${day},${order},${amount.toFixed(2)},Visa ****${1000 + (n % 7)},Amazon.com`
}

/** Uploads a file as the page does, after the fields. */
export const sendFile = async (
  desk: Pick<Caller, 'url'>,
  token: string | undefined,
  content: string | Buffer | undefined,
  fields: Record<string, string> = {},
): Promise<Answer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (content !== undefined)
    form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'export.csv')
  const response = await fetch(`${desk.url}${importTransactions.path}`, {
    method: 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
