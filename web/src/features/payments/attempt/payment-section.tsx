// Where the payment stands, below the invoices. Its title is there at once, so that one can go to it.
import { lazy, Suspense } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { Fallback } from '../../../shared/ui/fallback.tsx'
import { Loading } from '../../../shared/ui/loading.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { PAYMENT_TITLE } from '../invoices/total-bar.tsx'
import type { PaymentFormProps } from './payment-form.tsx'
import classes from './payment-section.module.css'

// Not needed to see the invoices; it follows once those are there.
const PaymentForm = lazy(() =>
  import('./payment-form.tsx').then((m) => ({ default: m.PaymentForm })),
)

export const PaymentSection = (props: PaymentFormProps) => (
  <Card>
    <section className={classes.section} aria-labelledby={PAYMENT_TITLE}>
      <h2 id={PAYMENT_TITLE} tabIndex={-1} className={classes.title}>
        Payment Information
      </h2>
      <Fallback instead={<LoadFailure />}>
        <Suspense fallback={<Loading />}>
          <PaymentForm {...props} />
        </Suspense>
      </Fallback>
    </section>
  </Card>
)

const LoadFailure = () => (
  <Notice tone="negative">
    <p>The rest of this page could not be loaded. Please check your connection and reload it.</p>
  </Notice>
)
