// Adds the sample bills with their files and history.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { invoiceNumberKey } from '@invoice-desk/contract/document/invoice-number-key'
import type { Db } from '../../server/src/db/client.ts'
import { bill, billMessage, invoiceFile } from '../../server/src/db/schema/bills.ts'
import { auditEvent } from '../../server/src/db/schema/common.ts'
import type { Files } from '../../server/src/providers/files/files.ts'
import { BILLS, type SampleBill } from './bills.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { VENDORS } from './vendors.ts'

const APPROVER = 'sam.staff@harborfinch.example'
const HOUR_MS = 3_600_000

/** A time on that day, never in the future. */
const momentOf = (day: number, hour: number): Date => {
  const now = Date.now()
  const date = new Date(now + day * 24 * HOUR_MS)
  date.setHours(hour, (Math.abs(day) * 17) % 60, 0, 0)
  return new Date(Math.min(date.getTime(), now - (20 - hour) * 60_000))
}

const dayOf = (day: number): string =>
  new Date(Date.now() + day * 24 * HOUR_MS).toISOString().slice(0, 10)

export const addBills = async (tx: Db, files: Files): Promise<void> => {
  const ids = new Map(BILLS.map(({ number }) => [number, randomUUID()]))
  for (const sample of BILLS) {
    const id = ids.get(sample.number) ?? randomUUID()
    const resembled = ids.get(sample.resembles ?? '')
    const email = VENDORS.find(({ vendor }) => vendor === sample.vendor)?.email ?? ''
    const file = await addFile(files, sample)
    const submittedAt = momentOf(sample.submittedDay, 9)
    const history = historyOf(sample, id, email)
    if (file) await tx.insert(invoiceFile).values({ ...file, createdAt: submittedAt })
    await tx.insert(bill).values({
      id,
      email,
      ...columnsOf(sample),
      dueDate: dayOf(sample.dueDay),
      fileId: file?.id ?? null,
      duplicates: resembled ? [{ billId: resembled, because: 'same_number' }] : [],
      submittedAt,
      ...decisionOf(sample),
      version: history.length,
    })
    await tx.insert(auditEvent).values(history)
    await addConversation(tx, sample, id, email)
  }
}

/** Messages don't change the bill's version. */
const addConversation = async (tx: Db, sample: SampleBill, id: string, email: string) => {
  for (const [index, [kind, text]] of (sample.conversation ?? []).entries()) {
    const author = kind === 'contractor' ? email : APPROVER
    const at = momentOf(sample.submittedDay + 1, 9 + index)
    const messageId = randomUUID()
    const message = { id: messageId, key: messageId, billId: id, author, kind, text, createdAt: at }
    await tx.insert(billMessage).values(message)
    const action = kind === 'note' ? 'bill_note_added' : 'bill_message_sent'
    const subject = { subjectKind: 'bill', subjectId: id }
    await tx.insert(auditEvent).values({ actor: author, action, at, ...subject })
  }
}

/** The columns that a sample names as the table does. */
const columnsOf = ({
  number,
  submittedDay,
  dueDay,
  lines,
  resembles,
  conversation,
  ...columns
}: SampleBill) => ({
  ...columns,
  invoiceNumber: number,
  invoiceNumberKey: invoiceNumberKey(number),
})

const addFile = async (files: Files, sample: SampleBill) => {
  if (!sample.lines) return undefined
  const [date, dueDate] = [dayOf(sample.submittedDay), dayOf(sample.dueDay)]
  const received = await files.receive(Readable.from([invoicePdf(sample, date, dueDate)]))
  const id = randomUUID()
  await received.keep(id)
  const name = `Invoice ${sample.number}.pdf`
  return {
    id,
    name,
    type: 'application/pdf' as const,
    bytes: received.bytes,
    sha256: received.sha256,
    amounts: [sample.amountCents],
    found: {
      invoice: { invoiceNumber: sample.number, amountCents: sample.amountCents, date, dueDate },
      dates: [date, dueDate],
      numbers: [invoiceNumberKey(sample.number)],
    },
  }
}

const decisionOf = ({ status, submittedDay }: SampleBill) => {
  const isDecided = !BILL_STATUSES[status].isPending
  return {
    decidedAt: isDecided ? momentOf(submittedDay + 2, 11) : null,
    decidedBy: isDecided ? APPROVER : null,
    paidAt: status === 'paid' ? momentOf(submittedDay + 14, 15) : null,
  }
}

const historyOf = (sample: SampleBill, id: string, email: string) => {
  const { status, submittedDay, vendor, number, amountCents, rejectReason } = sample
  const event = (actor: string, action: string, day: number, hour: number, details = {}) => ({
    actor,
    action,
    at: momentOf(day, hour),
    subjectKind: 'bill',
    subjectId: id,
    details,
  })
  return [
    event(email, 'bill_submitted', submittedDay, 9, { vendor, invoiceNumber: number, amountCents }),
    ...(status !== 'received' ? [event('system', 'bill_sent_for_approval', submittedDay, 10)] : []),
    ...(!BILL_STATUSES[status].isPending
      ? [
          rejectReason
            ? event(APPROVER, 'bill_rejected', submittedDay + 2, 11, { reason: rejectReason })
            : event(APPROVER, 'bill_approved', submittedDay + 2, 11),
        ]
      : []),
    ...(status === 'paid' ? [event('system', 'bill_paid', submittedDay + 14, 15)] : []),
  ]
}
