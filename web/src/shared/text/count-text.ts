// Numbers, and how many there are of something, in words.

const numbers = new Intl.NumberFormat('en-US')

/** `12,000`. */
export const formatCount = (count: number): string => numbers.format(count)

/** `1 transaction`, `12,000 transactions`. */
export const counted = (count: number, unit: string): string =>
  `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`

/** `1 invoice`, `1,200 paid invoices`. */
export const countText = (count: number, kind: '' | 'open ' | 'paid ' = ''): string =>
  counted(count, `${kind}invoice`)
