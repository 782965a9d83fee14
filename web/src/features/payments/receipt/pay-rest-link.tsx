// A link to pay what remains on the invoices of a payment, for pages that know only its receipt.
import type { PaymentReceipt } from '@invoice-desk/contract/payments/payments'
import { Button } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { restPathOf } from './open-after-payment.ts'

/** Nothing if all of them are paid. Without the sum, because some of it may have been paid since. */
export const PayRestLink = ({ receipt }: { receipt: PaymentReceipt | undefined }) => {
  const path = receipt && restPathOf(receipt)
  return path ? (
    <Button component={AppLink} to={path} c="var(--button-color)" style={{ alignSelf: 'start' }}>
      Pay the rest
    </Button>
  ) : null
}
