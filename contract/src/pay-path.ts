// The address of the payment page for an invoice, which it then looks up.

type Invoice = { readonly number: string; readonly date: string }

export const payPath = ({ number, date }: Invoice): string =>
  `/pay-invoice?${new URLSearchParams({ invoice: number, date })}`
