// The payment went through: how much, for what, and the receipt.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Notice } from '../../../shared/ui/notice.tsx'
import { dollars } from '../invoices/invoices.ts'
import classes from './payment-status.module.css'
import { ReceiptLink } from './receipt-link.tsx'

type SuccessBannerProps = {
  readonly outcome: PaymentOutcome
  /** Present while something is left to pay. */
  readonly onAgain: (() => void) | undefined
}

export const SuccessBanner = ({ outcome, onAgain }: SuccessBannerProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  const { amount, invoiceNumbers, receiptUrl } = outcome
  return (
    <div ref={frame} tabIndex={-1} className={classes.status}>
      <Notice
        tone="positive"
        title="Payment processed successfully!"
        action={
          <>
            <ReceiptLink url={receiptUrl} />
            {onAgain ? (
              <Button variant="default" onClick={onAgain}>
                Pay another invoice
              </Button>
            ) : null}
          </>
        }
      >
        <p>
          {dollars(amount)} was paid for invoice{invoiceNumbers.length === 1 ? '' : 's'}{' '}
          {invoiceNumbers.join(', ')}. A receipt is on its way to you by email.
        </p>
      </Notice>
    </div>
  )
}
