// A dot in a bill status's color, lighter in dark mode.
import { type ColoredStatus, STATUS_COLORS } from '@invoice-desk/contract/status-colors'
import classes from './status-mark.module.css'

export const StatusMark = ({ status }: { status: ColoredStatus }) => {
  const color = STATUS_COLORS[status]
  const background = `light-dark(${color}, color-mix(in srgb, ${color}, white 42%))`
  return <span className={classes.mark} style={{ background }} aria-hidden="true" />
}
