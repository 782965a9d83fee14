// A dot in a bill status's color, lighter in dark mode.
import { BILL_STATUSES, type BillStatus } from '@invoice-desk/contract/bill-status'

const DOT = { flex: 'none', width: 9, height: 9, borderRadius: '50%' }

export const StatusMark = ({ status }: { status: BillStatus }) => {
  const color = BILL_STATUSES[status].color
  const background = `light-dark(${color}, color-mix(in srgb, ${color}, white 42%))`
  return <span style={{ ...DOT, background }} aria-hidden="true" />
}
