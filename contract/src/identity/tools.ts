// Lists the tools that can be enabled for an account.

export const TOOLS = [
  'create_vendor',
  'submit_invoice',
  'approve_invoice',
  'pay_invoice',
  'mail_relay',
  'connections',
  'import_transactions',
] as const

export type Tool = (typeof TOOLS)[number]

export const TOOL_LABELS: Readonly<Record<Tool, string>> = {
  create_vendor: 'Create vendor',
  submit_invoice: 'Submit invoice',
  approve_invoice: 'Approve invoice',
  pay_invoice: 'Pay invoice',
  mail_relay: 'Mail relay',
  connections: 'Manage connections',
  import_transactions: 'Import transactions',
}
