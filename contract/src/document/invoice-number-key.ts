// What invoice numbers are compared by.

/** Letters and digits in upper case: `inv-7`, `INV 7` and `Inv#7` have the same key. */
export const invoiceNumberKey = (invoiceNumber: string): string => {
  const plain = invoiceNumber.normalize('NFKC').toUpperCase()
  return plain.replace(/[^\p{L}\p{N}]/gu, '') || plain.trim()
}
