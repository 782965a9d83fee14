// A dot in a bill status's color, lighter in dark mode.
import { BILL_STATUSES, type BillStatus } from '@invoice-desk/contract/bill-status'
import classes from './status-mark.module.css'

export const StatusMark = ({ status }: { status: BillStatus }) => {
  const color = BILL_STATUSES[status].color
  const background = `light-dark(${color}, color-mix(in srgb, ${color}, white 42%))`
  return <span className={classes.mark} style={{ background }} aria-hidden="true" />
}
