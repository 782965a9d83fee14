// The home page: what the product does, its tools, and how to reach the business.
import { BILL_STATUSES, COUNTED_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { TOOL_LABELS, type Tool } from '@invoice-desk/contract/identity/tools'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '../features/identity/session/browser-session.ts'
import { pageSettings } from '../shared/api/page-settings.ts'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Fallback } from '../shared/ui/feedback/fallback.tsx'
import { PageTitle, publicPage } from '../shared/ui/page.tsx'
import { PlainLink } from '../shared/ui/plain-button.tsx'
import { StatusMark } from '../shared/ui/status-chip.tsx'
import classes from './landing-page.module.css'
import { TrialGuide } from './trial-guide.tsx'

// Loaded only for people who are signed in.
const ToolMark = lazy(() =>
  import('../features/identity/tool-mark.tsx').then((m) => ({ default: m.ToolMark })),
)
const AccountProblem = lazy(() =>
  import('../features/identity/tool-mark.tsx').then((m) => ({ default: m.AccountProblem })),
)

type ToolEntry = {
  readonly tool: Tool
  readonly text: string
  readonly access: ReactNode
  /** An SVG path. */
  readonly icon: string
  readonly to: string
}

const BUSINESS_TOOLS: readonly ToolEntry[] = [
  {
    tool: 'create_vendor',
    text: 'Map a vendor’s email to a vendor and bill account, or add a new vendor to QuickBooks.',
    access: 'Staff sign-in',
    icon: 'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5M18.5 8v6M15.5 11h6',
    to: paths.vendors(),
  },
  {
    tool: 'submit_invoice',
    text: 'Vendors submit invoices and follow each one until it’s paid.',
    access: 'No sign-in needed',
    icon: 'M7 3h7l4 4v14H7zM14 3v4h4M12.5 18v-7M9.5 13.5l3-3 3 3',
    to: paths.submitInvoice(),
  },
  {
    tool: 'approve_invoice',
    text: 'Review submitted invoices, approve or reject them, and add the bill to QuickBooks.',
    access: 'Staff sign-in',
    icon: 'M7 3h7l4 4v14H7zM14 3v4h4M9.5 14.5l2.2 2.2 4-4.4',
    to: paths.approveInvoice(),
  },
  {
    tool: 'pay_invoice',
    text: 'Customers look up their invoices and pay online.',
    access: 'No sign-in needed',
    icon: 'M3 6h18v12H3zM3 10h18M6.5 14.5h4',
    to: paths.payInvoice(),
  },
]

const PRODUCTIVITY_TOOLS: readonly ToolEntry[] = [
  {
    tool: 'mail_relay',
    text: 'Relays mail from SMTP to a webmail provider.',
    access: (
      <>
        To get access, email <ContactLink />.
      </>
    ),
    icon: 'M3 6h18v12H3zM3.5 6.5l8.5 6.5 8.5-6.5',
    to: paths.mailRelay(),
  },
]

export const LandingPage = () => {
  const signedIn = useSession().status === 'signed-in'
  return (
    <>
      <section className={classes.hero}>
        <div className={classes.section}>
          <PageTitle tabTitle="" className={classes.title}>
            Welcome to <span>{pageSettings.businessName}</span>
          </PageTitle>
          <p className={classes.lead}>{publicPage('/').intro}</p>
          <p className={`wrap ${classes.actions}`}>
            <PlainLink data-primary to={paths.payInvoice()}>
              Pay an invoice
            </PlainLink>
            <PlainLink to={paths.submitInvoice()}>Submit an invoice</PlainLink>
          </p>
        </div>
        <InvoiceSteps />
      </section>
      <div className={classes.tools}>
        {signedIn ? <SignedInPart part={<AccountProblem />} /> : null}
        {pageSettings.sandboxUrl ? <TrialGuide sandboxUrl={pageSettings.sandboxUrl} /> : null}
        <div className="columns-aside">
          <ToolSection title="Business tools" tools={BUSINESS_TOOLS} marked={signedIn} />
          <div className="stack">
            <ToolSection title="Productivity tools" tools={PRODUCTIVITY_TOOLS} marked={signedIn} />
            <section className={classes.section}>
              <h2>Contact</h2>
              <p className={classes.text}>
                Have a question about an invoice, or need an account? {pageSettings.businessName}{' '}
                sets up all accounts. Email <ContactLink />.
              </p>
            </section>
          </div>
        </div>
      </div>
    </>
  )
}

const InvoiceSteps = () => (
  <div>
    <p className="quiet mb-3">Follow every invoice</p>
    <ol className={`stack ${classes.steps}`} aria-label="Invoice steps">
      {COUNTED_STATUSES.map((status) => (
        <li key={status} className="line medium">
          <StatusMark status={status} />
          {BILL_STATUSES[status].label}
        </li>
      ))}
    </ol>
  </div>
)

type ToolSectionProps = {
  readonly title: string
  readonly tools: readonly ToolEntry[]
  readonly marked: boolean
}

const ToolSection = ({ title, tools, marked }: ToolSectionProps) => (
  <section className={classes.section}>
    <h2>{title}</h2>
    <ul className={`panel rows ${classes.list}`}>
      {tools.map(({ tool, text, access, icon, to }) => (
        <li key={tool} className={classes.tool}>
          <svg className="outline" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={icon} />
          </svg>
          <div className="grow">
            <h3>
              <AppLink to={to}>{TOOL_LABELS[tool]}</AppLink>
            </h3>
            <p className={classes.text}>{text}</p>
          </div>
          <p className={classes.access} data-tool={tool}>
            <span>{access}</span>
            {marked ? <SignedInPart part={<ToolMark tool={tool} />} /> : null}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

// The page is complete without these parts, so it ignores a failure to load them.
const SignedInPart = ({ part }: { part: ReactNode }) => (
  <Fallback instead={null}>
    <Suspense fallback={null}>{part}</Suspense>
  </Fallback>
)
