// Sets up invoices that staff have requested changes to, and their corrections.
import { addContractor, type Contractor } from '@invoice-desk/testing/contractor/contractors'
import { resubmit, type SubmitOptions, submit } from '@invoice-desk/testing/contractor/submit'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { useApproval } from './approval.ts'

export const MESSAGE = 'Please add the PO number'

type Asked = { contractor: Contractor; id: string; version: number; invoiceNumber: string }

export const useCorrections = () => {
  const approval = useApproval()
  const { company, query, act } = approval
  const desk = () => company().desk

  const requestChanges = (taskId: string, more: object = {}) =>
    act({ taskId, action: 'request_changes', message: MESSAGE, ...more })

  return {
    approval,
    desk,
    requestChanges,
    /** A submitted invoice that staff have requested changes to. */
    askFor: async (options: SubmitOptions = {}, person?: Contractor): Promise<Asked> => {
      const contractor = person ?? (await addContractor(desk()))
      const { body } = await submit(desk(), contractor, options)
      const { id, invoiceNumber } = body.bill
      const asked = await requestChanges(id)
      expect(asked.body.status.name).toBe('changes requested')
      return { contractor, id, version: asked.body.version, invoiceNumber }
    },
    /** Resubmits it with the same number and these fields. */
    correct: (asked: Asked, { fields, ...options }: SubmitOptions = {}) => {
      const { contractor, id: billId, version, invoiceNumber } = asked
      const sent = { billId, version: String(version), invoiceNumber, ...fields }
      return resubmit(desk(), contractor, { fields: sent, ...options })
    },
    fileOf: async (id: string) =>
      (
        await query(
          sql`SELECT invoice_file.id, name FROM bill JOIN invoice_file ON invoice_file.id = file_id WHERE bill.id = ${id}`,
        )
      )[0],
    /** A stored file without a row would be an orphan to the sweep. */
    isKnown: async (file: { id?: unknown } | undefined) =>
      (await query(sql`SELECT 1 FROM invoice_file WHERE id = ${file?.id}`)).length > 0,
  }
}
