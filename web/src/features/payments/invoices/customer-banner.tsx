// Whose invoices these are, and what is left to pay on all of them.
import classes from './customer-banner.module.css'

type CustomerBannerProps = {
  readonly name: string
  /** A sum for each currency. */
  readonly outstanding: readonly string[]
  readonly invoiceCount: number
}

export const CustomerBanner = ({ name, outstanding, invoiceCount }: CustomerBannerProps) => (
  <section className={classes.banner} aria-label="Customer">
    <div className={classes.who}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.count} role="status">
        {invoiceCount === 1 ? '1 invoice' : `${invoiceCount} invoices`}
      </p>
    </div>
    <div className={classes.figure}>
      <p className={classes.label}>Total outstanding balance</p>
      {outstanding.map((amount) => (
        <p key={amount} className={classes.amount}>
          {amount}
        </p>
      ))}
    </div>
  </section>
)
