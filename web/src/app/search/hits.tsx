// Says how each kind of hit looks, and where it leads.

import type { Found } from '@invoice-desk/contract/search/search'
import { type StaffPath, staffPageOf } from '@invoice-desk/contract/system/pages'
import type { ReactNode } from 'react'
import { meaningOf } from '../../features/payments/admin/states.tsx'
import { writeLinkTarget } from '../../features/payments/pay-links/link-target.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { countText } from '../../shared/text/count-text.ts'
import { formatDay } from '../../shared/text/times.ts'
import {
  type Icon,
  IconBuildingStore,
  IconCreditCard,
  IconQrcode,
  IconReceipt,
  IconUser,
} from '../../shared/ui/icons.ts'
import { Pill } from '../../shared/ui/pill.tsx'
import { StatusChip } from '../../shared/ui/status-chip.tsx'
import { PAGE_LOOKS } from '../staff-pages.ts'

export type Hit = {
  readonly key: string
  readonly to: string
  readonly icon: Icon
  readonly text: string
  readonly detail?: string
  readonly mark?: ReactNode
  readonly amount?: number
  /** Dollars by default. */
  readonly currency?: string
}

export type HitGroup = { readonly title: string; readonly hits: readonly Hit[] }

/** Pages come first: they're here at once, so nothing moves when the server answers. */
export const groupsOf = (
  text: string,
  pages: readonly StaffPath[],
  found: Found | undefined,
): HitGroup[] =>
  [
    { title: 'Pages', hits: pages.map(pageHit) },
    { title: 'Actions', hits: actionHits(text, pages) },
    { title: 'Invoices', hits: (found?.invoices ?? []).map(invoiceHit) },
    { title: 'Payments', hits: (found?.payments ?? []).map(paymentHit) },
    { title: 'Customers', hits: (found?.customers ?? []).map(customerHit) },
    { title: 'Pay links', hits: payLinkHits(found) },
    { title: 'Vendors', hits: (found?.vendors ?? []).map(vendorHit) },
  ].filter(({ hits }) => hits.length > 0)

type Of<Kind extends keyof Found> = NonNullable<Found[Kind]>[number]

const pageHit = (path: StaffPath): Hit => ({
  key: `page ${path}`,
  to: path,
  icon: PAGE_LOOKS[path].icon,
  text: staffPageOf(path).label,
})

/** `pages` are those found, which the account may open. */
const actionHits = (text: string, pages: readonly StaffPath[]): Hit[] =>
  /\b(link|qr)/i.test(text) && pages.includes('/payments/admin')
    ? [
        {
          key: 'action pay link',
          to: paths.paymentsAdmin({ link: 'new' }),
          icon: IconQrcode,
          text: 'Create a pay link',
        },
      ]
    : []

const invoiceHit = ({ id, invoiceNumber, vendor, dueDate, status, amount }: Of<'invoices'>) => ({
  key: `invoice ${id}`,
  to: paths.approveInvoice(id),
  icon: IconReceipt,
  text: invoiceNumber,
  detail: `${vendor} · due ${formatDay(dueDate)}`,
  mark: <StatusChip status={status} />,
  amount,
})

const NUMBERS_MAX = 3

const paymentHit = ({ id, customer, companyName, ...payment }: Of<'payments'>) => {
  const { label, tone } = meaningOf(payment)
  const { invoiceNumbers: numbers, createdAt, amount } = payment
  const invoices = numbers.slice(0, NUMBERS_MAX).join(', ')
  const more = numbers.length > NUMBERS_MAX ? ` and ${numbers.length - NUMBERS_MAX} more` : ''
  return {
    key: `payment ${id}`,
    to: paths.paymentsAdmin({ attempt: id }),
    icon: IconCreditCard,
    text: customer || companyName,
    detail: `${invoices}${more} · ${formatDay(createdAt)}`,
    mark: <Pill tone={tone}>{label}</Pill>,
    amount,
  }
}

const customerHit = ({ id, name }: Of<'customers'>): Hit => ({
  key: `customer ${id}`,
  to: paths.paymentsAdmin({ search: name }),
  icon: IconUser,
  text: name,
  detail: 'Show payments',
})

const payLinkHits = (found: Found | undefined): Hit[] => [
  ...(found?.customers ?? [])
    .filter(({ openInvoices }) => openInvoices > 0)
    .map(({ id, name, openInvoices }) => ({
      key: `pay link customer ${id}`,
      to: paths.paymentsAdmin({ link: writeLinkTarget({ kind: 'customer', id }) }),
      icon: IconQrcode,
      text: `Pay link for ${name}`,
      detail: countText(openInvoices, 'open '),
    })),
  ...(found?.openInvoices ?? []).map(({ id, number, customer, dueDate, balance, currency }) => ({
    key: `pay link invoice ${id}`,
    to: paths.paymentsAdmin({ link: writeLinkTarget({ kind: 'invoice', id }) }),
    icon: IconQrcode,
    text: number.trim() ? `Pay link for invoice ${number}` : 'Pay link for an invoice',
    detail: `${customer} · due ${formatDay(dueDate)}`,
    amount: balance,
    currency,
  })),
]

const vendorHit = ({ id, email, vendor }: Of<'vendors'>): Hit => ({
  key: `vendor ${id}`,
  to: paths.vendors(email),
  icon: IconBuildingStore,
  text: vendor,
  detail: email,
})
