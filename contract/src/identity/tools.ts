// Lists the tools that can be enabled for an account.

export const TOOL_LABELS = {
  create_vendor: 'Create vendor',
  submit_invoice: 'Submit invoice',
  approve_invoice: 'Approve invoice',
  pay_invoice: 'Pay invoice',
  mail_relay: 'Mail relay',
  connections: 'Manage connections',
  import_transactions: 'Import transactions',
} as const

export type Tool = keyof typeof TOOL_LABELS

export const TOOLS = Object.keys(TOOL_LABELS) as readonly Tool[]
