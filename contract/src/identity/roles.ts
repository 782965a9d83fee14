// Explains tools, and bundles them into roles. A role is a preset: accounts store only their tools and admin rights.
import { TOOLS, type Tool } from './tools.ts'

type Explanation = {
  readonly text: string
  /** No page or call depends on it. */
  readonly isOnlyMark?: true
}

/** What a person can do with each tool, the most used first. */
export const TOOL_EXPLANATIONS = {
  approve_invoice: {
    text: 'On the Approvals and Invoices pages: review vendor invoices, approve or reject them, add their bills to QuickBooks, mark them as paid, and message vendors.',
  },
  create_vendor: {
    text: 'On the Vendors page: map vendors to bill accounts, invite vendors and review their details, create vendors with tax IDs in QuickBooks, and see 1099 totals.',
  },
  pay_invoice: {
    text: 'On the Payments page: see customer payments, resolve problems, reconcile with QuickBooks, and share payment links.',
  },
  connections: {
    text: 'Connect QuickBooks, get an email when it needs to be connected again, and retry failed jobs.',
  },
  import_transactions: {
    text: 'On the Purchases page: import Amazon purchases from exported files.',
  },
  mail_relay: {
    text: 'On the Mail relay page: connect Gmail accounts, let scanners, printers and programs send email through them, and see what they sent.',
  },
  submit_invoice: {
    text: 'Only adds a badge on the home page. Vendors submit invoices without signing in.',
    isOnlyMark: true,
  },
} as const satisfies Record<Tool, Explanation>

export const TOOLS_BY_USE = Object.keys(TOOL_EXPLANATIONS) as readonly Tool[]

export const ADMIN_EXPLANATION =
  "Manage accounts, approval rules and approvers' absences, and see all activity."

type Rights = { readonly admin: boolean; readonly tools: readonly Tool[] }
type Preset = Rights & { readonly label: string; readonly text: string }

const PRESETS = {
  approver: {
    label: 'Approver',
    text: 'Reviews, approves and rejects vendor invoices.',
    admin: false,
    tools: ['approve_invoice'],
  },
  bookkeeper: {
    label: 'Bookkeeper',
    text: "Looks after vendors, payments and QuickBooks, but doesn't approve invoices.",
    admin: false,
    tools: ['create_vendor', 'pay_invoice', 'connections', 'import_transactions'],
  },
  administrator: {
    label: 'Administrator',
    text: 'Has every tool, and manages accounts and approval rules.',
    admin: true,
    tools: TOOLS,
  },
} as const satisfies Record<string, Preset>

export type Role = keyof typeof PRESETS

export const ROLES: Readonly<Record<Role, Preset>> = PRESETS
export const ROLE_NAMES = Object.keys(PRESETS) as readonly Role[]

/** The role with exactly these rights. None fits once a later version adds a tool to the role. */
export const roleOf = ({ admin, tools }: Rights): Role | undefined =>
  ROLE_NAMES.find((name) => {
    const role = ROLES[name]
    return role.admin === admin && TOOLS.every((t) => role.tools.includes(t) === tools.includes(t))
  })

/** What an account can do, in one sentence for each right. */
export const describeRights = ({ admin, tools }: Rights): string[] => [
  ...TOOLS_BY_USE.filter((tool) => tools.includes(tool) && !isOnlyMark(tool)).map(
    (tool) => TOOL_EXPLANATIONS[tool].text,
  ),
  ...(admin ? [ADMIN_EXPLANATION] : []),
]

const isOnlyMark = (tool: Tool): boolean => 'isOnlyMark' in TOOL_EXPLANATIONS[tool]
