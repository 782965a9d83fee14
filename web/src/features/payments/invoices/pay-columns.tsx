// The pay page's columns: the invoices and the form, and beside them what will be paid.
import type { ReactNode } from 'react'
import classes from './pay-columns.module.css'

type PayColumnsProps = { readonly hasSide: boolean; readonly children: ReactNode }

export const PayColumns = ({ hasSide, children }: PayColumnsProps) => (
  <div className={`stack gap-view ${classes.columns}`} data-has-side={hasSide}>
    {children}
  </div>
)

/** Stays in view on wide screens, and comes last on narrow ones. */
export const PaySide = ({ children }: { children: ReactNode }) => (
  <div className={classes.side}>{children}</div>
)
