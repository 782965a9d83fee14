// The payment card below the invoices. Its title renders at once, so Continue can scroll to it while the form loads.
import { Stack, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { Fallback } from '../../../shared/ui/fallback.tsx'
import { Loading } from '../../../shared/ui/loading.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { PAYMENT_TITLE_ID } from '../invoices/total-bar.tsx'
import type { PaymentFormProps } from './payment-form.tsx'

const PaymentForm = lazy(() =>
  import('./payment-form.tsx').then((m) => ({ default: m.PaymentForm })),
)

const LOAD_FAILURE = (
  <Notice tone="negative">
    <p>We couldn't load the payment form. Check your connection and reload the page.</p>
  </Notice>
)

export const PaymentSection = (props: PaymentFormProps) => (
  <Card>
    <section aria-labelledby={PAYMENT_TITLE_ID}>
      <Stack gap="md">
        <Title
          order={2}
          size="1.3125rem"
          id={PAYMENT_TITLE_ID}
          tabIndex={-1}
          style={{ outline: 'none', scrollMarginTop: '1.25rem' }}
        >
          Payment Information
        </Title>
        <Fallback instead={LOAD_FAILURE}>
          <Suspense fallback={<Loading />}>
            <PaymentForm {...props} />
          </Suspense>
        </Fallback>
      </Stack>
    </section>
  </Card>
)
