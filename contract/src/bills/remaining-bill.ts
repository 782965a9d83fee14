// Warns that turning an invoice down leaves its bill in QuickBooks.
/** Shown before a rejection or a request for changes. */
export const billLeftText = (
  left: 'maybe' | 'yes',
  { invoiceNumber, amount }: { invoiceNumber: string; amount: string },
  decision: 'reject' | 'request_changes' = 'reject',
): string =>
  left === 'yes'
    ? `A bill for this invoice is in QuickBooks (${invoiceNumber}, ${amount}). ${DOING[decision]} doesn't remove it. Void it in QuickBooks as well.`
    : `QuickBooks hasn't confirmed yet whether it added a bill for this invoice (${invoiceNumber}, ${amount}). If it did, you'll need to void it in QuickBooks. We'll let you know.`

const DOING = { reject: 'Rejecting', request_changes: 'Requesting changes' } as const
