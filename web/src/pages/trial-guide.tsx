// In a trial start only: a way into the product as each of its people, and where their mail arrives.
import classes from './trial-guide.module.css'

const ROLES = [
  {
    door: 'customer',
    title: 'Pay as a customer',
    text: 'Look an invoice up and pay it by card or PayPal. The card 4242 4242 4242 4242 is accepted, 4000 0000 0000 0002 declined.',
  },
  {
    door: 'contractor',
    title: 'Submit as a contractor',
    text: 'Opens the link that Blue Heron Photography finds in its mail: its bills, and a form for the next one.',
  },
  {
    door: 'approver',
    title: 'Approve as staff',
    text: 'Sign in with Sam’s staff account, then approve, reject, and put bills into QuickBooks.',
  },
  {
    door: 'administrator',
    title: 'Run the desk',
    text: 'Sign in with Ada’s administrator account, then decide who may use which tool.',
  },
] as const

export const TrialGuide = ({ sandboxUrl }: { readonly sandboxUrl: string }) => (
  <section className={classes.guide} aria-labelledby="trial-guide">
    <h2 id="trial-guide" className={classes.heading}>
      Try it out
    </h2>
    <p className={classes.lead}>
      This desk runs with stand-ins for its outside services, so nothing here is charged or sent.
    </p>
    <ul className={classes.roles}>
      {ROLES.map(({ door, title, text }) => (
        <li key={door} className={classes.role}>
          <a className={classes.door} href={`${sandboxUrl}/try/${door}`}>
            {title}
          </a>
          <p className={classes.text}>{text}</p>
        </li>
      ))}
    </ul>
    <p className={classes.foot}>
      Every mail arrives in the <a href={`${sandboxUrl}/mail`}>trial mailbox</a>; cards, wallets and
      books are behind the <a href={sandboxUrl}>stand-ins’ own page</a>.
    </p>
  </section>
)
