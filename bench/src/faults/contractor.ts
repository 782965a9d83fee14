// A contractor whose invoices staff approve, and a check that each invoice was processed completely.
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import {
  addContractor,
  type Contractor,
  verifyContractor,
} from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit as submitForm } from '@invoice-desk/testing/contractor/submit'
import type { FaultLab } from './fault-lab.ts'

export const EMAIL = 'contractor@bench.example'

type Books = {
  quickbooks: {
    vendors: { DisplayName: string; Active?: boolean }[]
    accounts: { FullyQualifiedName: string; AccountType: string }[]
    bills: { Id: string; DocNumber?: string }[]
    attachables: { AttachableRef?: { EntityRef?: { value: string } }[] }[]
  }
}

/** A contractor whose vendor and expense account exist in QuickBooks. */
export const addKnownContractor = async ({ caller, control }: FaultLab): Promise<Contractor> => {
  const { quickbooks } = (await control('/state')) as Books
  const vendor = quickbooks.vendors.find(({ Active }) => Active !== false)?.DisplayName
  const account = quickbooks.accounts.find(({ AccountType }) => AccountType === 'Expense')
  const person = await addContractor(caller, vendor, {
    email: EMAIL,
    qbBillAccount: account?.FullyQualifiedName ?? '',
  })
  return verifyContractor(caller, person)
}

/** Returns the id of the bill, or an empty string if it was refused. */
export const submit = async (
  { caller }: FaultLab,
  contractor: Contractor,
  invoiceNumber: string,
): Promise<string> => {
  const { body } = await submitForm(caller, contractor, {
    fields: { invoiceNumber },
    file: { name: 'invoice.pdf', content: samplePdf(invoiceNumber) },
  })
  return body.bill?.id ?? ''
}

/** Returns whether it was approved; the bill is posted to QuickBooks later. */
export const approve = async (
  { caller, staffToken: token }: FaultLab,
  taskId: string,
): Promise<boolean> => {
  const body = { taskId, action: 'approve', postLater: true }
  return (await caller.call(approveInvoice, { token, body })).status === 200
}

/** One sentence for each thing missing: our bill, the bill in QuickBooks with its file, and the emails. */
export const findMissing = async (
  { control, pool }: FaultLab,
  numbers: readonly string[],
): Promise<string[]> => {
  const { bills, attachables } = ((await control('/state')) as Books).quickbooks
  const mails = (await control(`/mail/messages?to=${EMAIL}`)) as { subject: string }[]
  const subjects = new Set(mails.map(({ subject }) => subject))
  const { rows } = await pool.query<{ number: string }>('SELECT invoice_number AS number FROM bill')
  return numbers.flatMap((number) => {
    const ours = rows.filter((row) => row.number === number).length
    const posted = bills.filter(({ DocNumber }) => DocNumber === number)
    const files = attachables.filter(({ AttachableRef = [] }) =>
      AttachableRef.some(({ EntityRef }) => EntityRef?.value === posted[0]?.Id),
    ).length
    const emails = ['received', 'approved'].filter((word) =>
      subjects.has(`Invoice ${number} ${word}`),
    )
    return [
      ...(ours === 1 ? [] : [`we have ${number} ${ours} times`]),
      ...(posted.length === 1 ? [] : [`QuickBooks has ${number} ${posted.length} times`]),
      ...(files === 1 ? [] : [`${number} has ${files} files in QuickBooks`]),
      ...(emails.length === 2 ? [] : [`${number}: an email is missing`]),
    ]
  })
}
