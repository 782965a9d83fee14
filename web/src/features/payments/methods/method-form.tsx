// What the card form and the wallet form share.
import type { PaymentLine } from '@invoice-desk/contract/payments'
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { PayerForm } from '../attempt/payer-inputs.tsx'
import type { Payment } from '../attempt/use-payment.ts'

export type MethodFormProps = {
  readonly payment: Payment
  readonly payer: PayerForm
  readonly lines: readonly PaymentLine[]
  readonly totalCents: number
  /** What went wrong, shown above the button. */
  readonly notice: ReactNode
}

/** Opens a new tab, so nothing typed is lost. */
export const TermsLink = () => (
  // A title, because hidden text would become part of the consent label.
  <AppLink to={paths.terms()} target="_blank" title="Opens in a new tab">
    terms of service
  </AppLink>
)

export const Unavailable = ({ children }: { children: string }) => (
  <Notice tone="warning">
    <p>{children}</p>
  </Notice>
)
