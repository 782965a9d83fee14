// Counts invoices in words.

/** `1 invoice`, `1,200 paid invoices`. */
export const countText = (count: number, kind: '' | 'open ' | 'paid ' = ''): string =>
  `${count.toLocaleString('en-US')} ${kind}${count === 1 ? 'invoice' : 'invoices'}`
