// What the card form and the wallet form share.
import type { PaymentLine } from '@invoice-desk/contract/payments/payments'
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
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

const NEXT = {
  /** The provider's script didn't load, so nothing can have been paid with it. */
  blocked:
    "You weren't charged. If your browser blocks scripts on this page, allow them and reload the page.",
  /** Our part failed, perhaps during a payment. Reloading continues that. */
  broken: 'Please reload the page.',
}

type UnavailableProps = { readonly children: string; readonly why?: keyof typeof NEXT }

export const Unavailable = ({ children, why }: UnavailableProps) => (
  <Notice tone="warning">
    <p>{children}</p>
    {why ? <p>{NEXT[why]}</p> : null}
  </Notice>
)
