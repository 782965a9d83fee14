// The address of the payment page for an invoice, which it then looks up.

type Invoice = { readonly number: string; readonly date: string }

const KEY = '#key='

/** With the signed key of a pay link, the page also shows what is on the invoices. Browsers don't send it along. */
export const payPath = ({ number, date }: Invoice, key?: string): string =>
  `/pay-invoice?${new URLSearchParams({ invoice: number, date })}${key ? KEY + key : ''}`

/** The key in the part of an address from `#` on. */
export const keyIn = (hash: string): string | undefined =>
  hash.startsWith(KEY) ? hash.slice(KEY.length) : undefined
