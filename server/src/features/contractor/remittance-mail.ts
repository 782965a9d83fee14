// Builds the email that tells a contractor which invoices were paid, when and with which reference.
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Sender } from '../../mail/content.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { Config } from '../../settings/config.ts'
import type { Payment } from '../bills/payment.ts'
import type { BillRow } from '../bills/queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>

export type PaidBill = { readonly bill: BillRow; readonly payment: Payment }

/** All bills were paid with the same payment. */
export const remittanceMail = (
  settings: Settings,
  paid: readonly [PaidBill, ...PaidBill[]],
  messageId: string,
): Mail => {
  const [{ bill, payment }] = paid
  const isOne = paid.length === 1
  const amount = formatUsd(totalOf(paid))
  return {
    messageId,
    to: [bill.email],
    ...renderMail(settings, {
      subject: isOne
        ? `Invoice ${bill.invoiceNumber} paid`
        : `${paid.length} invoices paid: ${amount}`,
      heading: isOne ? 'We paid your invoice' : 'We paid your invoices',
      amount,
      paragraphs: ['Depending on your bank, the money may take a few days to arrive.'],
      facts: [
        ['Payment date', formatDate(payment.date)],
        ...(payment.reference ? [['Reference', payment.reference] as const] : []),
        ...paid.map(({ bill: { invoiceNumber }, payment: { amountCents } }) =>
          isOne
            ? (['Invoice number', invoiceNumber] as const)
            : ([`Invoice ${invoiceNumber}`, formatUsd(amountCents)] as const),
        ),
      ],
      button: { text: 'See your bills', url: `${settings.publicUrl}/submit-invoice` },
      reason: `You're getting this email because you submitted ${isOne ? 'this invoice' : 'these invoices'} to ${settings.businessName}.`,
    }),
  }
}

/** A bill in QuickBooks that two invoices share was paid once. */
const totalOf = (paid: readonly PaidBill[]): number => {
  const amounts = paid.map(
    ({ bill, payment }) => [payment.qboBillId ?? bill.id, payment.amountCents] as const,
  )
  return [...new Map(amounts).values()].reduce((sum, cents) => sum + cents, 0)
}
