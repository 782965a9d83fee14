// Recognizes a vendor's name in another case.

/**
 * Only A to Z, because PostgreSQL, QuickBooks and JavaScript don't agree about other letters, and a vendor whose name only
 * looks the same must not take another one's bills. In SQL: `lower(vendor COLLATE "C")`.
 */
export const vendorKey = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

export const isSameVendor = (a: string, b: string): boolean => vendorKey(a) === vendorKey(b)
