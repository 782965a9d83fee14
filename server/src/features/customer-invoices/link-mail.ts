// The email with a pay link, to the address that QuickBooks has for a customer.

import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { PAY_LINK_DAYS } from '@invoice-desk/contract/values/limits'
import type { Dependencies } from '../../dependencies.ts'
import { renderMail } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import { createLinkKeys } from '../../secrets/customer-pass.ts'

type OfInvoice = {
  readonly realmId: string
  readonly customerId: string
  readonly invoiceId: string
}

/** Undefined if QuickBooks has no address, or the invoice is another customer's by now. */
export const createLinkMail = async (
  { config, quickbooks }: Pick<Dependencies, 'config' | 'quickbooks'>,
  { realmId, customerId, invoiceId }: OfInvoice,
  jobId: string,
): Promise<Mail | undefined> => {
  // Someone is waiting for it.
  const { customers, invoices } = quickbooks.for('visitors').salesOf(realmId)
  const [contact, [invoice]] = await Promise.all([
    customers.findContact(customerId),
    invoices.listByIds([invoiceId]),
  ])
  const to = contact?.emails ?? []
  if (to.length === 0 || invoice?.customerId !== customerId) return undefined
  const { number, date } = invoice
  const key = createLinkKeys(config).create({ realmId, customerId })
  const { publicUrl, businessName } = config
  return {
    messageId: `customer-link-${jobId}`,
    to,
    ...renderMail(config, {
      subject: `Your link to invoice ${number} from ${businessName}`,
      heading: 'See what is on your invoices',
      paragraphs: [
        `Someone asked on our payment page to see what is on your invoices. For ${PAY_LINK_DAYS} days, this link shows it, with PDFs and statements.`,
      ],
      callout: {
        tone: 'plain',
        text: 'Anyone who has this link can see your invoices. Forward it only to people who may.',
      },
      button: {
        text: 'Open invoice',
        url: publicUrl + payPath({ number, date }, key),
        showsUrl: true,
      },
      notes: ["If you didn't request this, you can ignore this email."],
      reason: `You're getting this email because ${businessName} has your address for your invoices.`,
    }),
  }
}
