// In the sandbox only: links to try the product in each role.
import classes from './landing-page.module.css'

const ROLES = [
  {
    role: 'customer',
    title: 'Pay as a customer',
    text: 'Look up an invoice and pay it by card or PayPal. The test card 4242 4242 4242 4242 succeeds; 4000 0000 0000 0002 is declined.',
  },
  {
    role: 'contractor',
    title: 'Submit as a contractor',
    text: 'Open the emailed link for Blue Heron Photography, see its bills and submit a new invoice.',
  },
  {
    role: 'approver',
    title: 'Approve as staff',
    text: 'Sign in as Sam, a staff member, then approve or reject invoices and add bills to QuickBooks.',
  },
  {
    role: 'administrator',
    title: 'Administer accounts',
    text: 'Sign in as Ada, the administrator, and choose who can use which tool.',
  },
] as const

export const TrialGuide = ({ sandboxUrl }: { readonly sandboxUrl: string }) => (
  <section className={`sunken ${classes.section} ${classes.trial}`} aria-labelledby="trial-guide">
    <h2 id="trial-guide">Try it out</h2>
    <p>This copy runs on emulated services: no money moves and no email leaves this machine.</p>
    <ul className={classes.roles}>
      {ROLES.map(({ role, title, text }) => (
        <li key={role}>
          <h3>
            <a href={`${sandboxUrl}/try/${role}`}>{title}</a>
          </h3>
          <p className={classes.text}>{text}</p>
        </li>
      ))}
    </ul>
    <p>
      Read every email in the <a href={`${sandboxUrl}/mail`}>sandbox mailbox</a>, and see payments
      and bookkeeping in the <a href={sandboxUrl}>sandbox</a>.
    </p>
  </section>
)
