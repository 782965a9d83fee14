// Builds the email that tells a contractor which invoices were paid, when and with which reference.
import { formatDate } from '@invoice-desk/contract/dates'
import { formatUsd } from '@invoice-desk/contract/money'
import type { Config } from '../../config.ts'
import type { Sender } from '../../mail/content.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import type { Payment } from './payment.ts'
import type { BillRow } from './queries.ts'

type Settings = Sender & Pick<Config, 'publicUrl'>
type Bills = readonly [BillRow, ...BillRow[]]

export const remittanceMail = (
  settings: Settings,
  bills: Bills,
  { version, payment }: { version: number; payment: Payment | undefined },
): Mail => {
  const [first] = bills
  const isOne = bills.length === 1
  const amount = formatUsd(bills.reduce((sum, { amountCents }) => sum + amountCents, 0))
  return {
    messageId: `bill-${first.id}-paid-${version}`,
    to: [first.email],
    ...renderMail(settings, {
      subject: isOne
        ? `Invoice ${first.invoiceNumber} paid`
        : `${bills.length} invoices paid: ${amount}`,
      heading: isOne ? 'We paid your invoice' : 'We paid your invoices',
      amount,
      paragraphs: ['Depending on your bank, the money may take a few days to arrive.'],
      facts: [
        ...(payment ? [['Payment date', formatDate(payment.date)] as const] : []),
        ...(payment?.reference ? [['Reference', payment.reference] as const] : []),
        ...bills.map(({ invoiceNumber, amountCents }) =>
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
