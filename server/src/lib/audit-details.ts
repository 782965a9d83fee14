// Describes the details of an audit event in words. Only these fields are shown; ids that readers don't need are left out.

import { TOOL_LABELS, type Tool } from '@invoice-desk/contract/identity/tools'
import { GO_LIVE_TITLES, type GoLiveStep } from '@invoice-desk/contract/system/service-checks'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { BillChanges } from '../db/schema/bills.ts'

export type Details = Readonly<Record<string, unknown>>

const usd = (cents: unknown): string => formatUsd(Number(cents))
const list = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '')

/** An empty text is left out. */
const PARTS: readonly (readonly [string, (value: unknown) => string])[] = [
  ['note', String],
  ['review', (value) => `Reason for review: ${value}`],
  ['totalCents', usd],
  ['amountCents', usd],
  ['termsVersion', (value) => `agreed to the terms of ${value}`],
  ['reference', String],
  ['text', String],
  ['reason', String],
  ['qboPaymentId', (value) => `QuickBooks payment ${value}`],
  ['unappliedCents', (value) => `${usd(value)} not applied`],
  ['refundedCents', (value) => (value === 0 ? '' : `${usd(value)} refunded in total`)],
  ['dispute', (value) => (value === null ? '' : `dispute: ${String(value).replaceAll('_', ' ')}`)],
  ['paidDate', (value) => `paid on ${formatDate(String(value))}`],
  ['dueDate', (value) => `due ${formatDate(String(value))}`],
  ['changes', (value) => correctionText(value)],
  ['before', (value) => `before: ${value}`],
  ['approvers', (value) => list(value)],
  ['approvals', (value) => `${value} approvals`],
  ['rule', (value) => `rule: ${value}`],
  ['onBehalfOf', (value) => `on behalf of ${value}`],
  ['admin', (value) => (value === true ? 'administrator' : '')],
  ['disabled', (value) => (value === true ? 'disabled' : '')],
  ['tools', (value) => list(Array.isArray(value) ? value.map(toolLabel) : value)],
  ['welcome', (value) => (value === true ? 'welcome email' : '')],
  ['qbBillAccount', String],
  ['companyName', String],
  ['senders', (value) => `sends as ${list(value)}`],
  ['keepsSender', (value) => (value === true ? 'keeps the sender' : '')],
  ['address', (value) => `through ${value}`],
  ['to', String],
  ['step', (value) => GO_LIVE_TITLES[value as GoLiveStep] ?? String(value)],
  ['queue', String],
]

const toolLabel = (tool: unknown): string => TOOL_LABELS[tool as Tool] ?? String(tool)

export const describeDetails = (details: Details): string =>
  PARTS.filter(([name]) => name in details)
    .map(([name, describe]) => describe(details[name]))
    .filter((part) => part !== '')
    .join(' · ')

/** What a correction changed. */
export const correctionText = (changes: unknown): string => {
  // Only `correction.ts` records it.
  const { amountCents, dueDate, invoiceNumber, fileReplaced } = (changes ?? {}) as BillChanges
  const before = [
    amountCents === undefined ? '' : `amount ${formatUsd(amountCents)}`,
    invoiceNumber === undefined ? '' : `invoice number ${invoiceNumber}`,
    dueDate === undefined ? '' : `due date ${formatDate(dueDate)}`,
  ].filter(Boolean)
  const parts = [
    before.length > 0 ? `Before: ${before.join(', ')}.` : '',
    fileReplaced ? 'The file changed.' : '',
  ].filter(Boolean)
  return parts.join(' ') || 'Nothing changed.'
}
