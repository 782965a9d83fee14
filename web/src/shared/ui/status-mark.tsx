// The dot of a bill's status, in the one colour that the status has everywhere; lighter on a dark page.
import { type ColoredStatus, STATUS_COLORS } from '@invoice-desk/contract/status-colors'
import classes from './status-mark.module.css'

export const StatusMark = ({ status }: { status: ColoredStatus }) => {
  const color = STATUS_COLORS[status]
  const background = `light-dark(${color}, color-mix(in srgb, ${color}, white 42%))`
  return <span className={classes.mark} style={{ background }} aria-hidden="true" />
}
