// The icon of each tool.
import type { Tool } from '@invoice-desk/contract/tools'
import classes from './landing-page.module.css'

const DRAWINGS: Partial<Record<Tool, string>> = {
  create_vendor:
    'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5M18.5 8v6M15.5 11h6',
  submit_invoice: 'M7 3h7l4 4v14H7zM14 3v4h4M12.5 18v-7M9.5 13.5l3-3 3 3',
  approve_invoice: 'M7 3h7l4 4v14H7zM14 3v4h4M9.5 14.5l2.2 2.2 4-4.4',
  pay_invoice: 'M3 6h18v12H3zM3 10h18M6.5 14.5h4',
  mail_relay: 'M3 6h18v12H3zM3.5 6.5l8.5 6.5 8.5-6.5',
}

export const ToolIcon = ({ tool }: { tool: Tool }) => (
  <svg className={classes.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={DRAWINGS[tool]} />
  </svg>
)
