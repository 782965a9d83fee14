// Records who changed where an invoice's money goes, because they can't be the only one who approves it.
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { payeeEditor } from '../../../db/schema/approval.ts'
import { vendorKey } from '../../../lib/vendor-name.ts'

type Mapping = { readonly email: string; readonly vendor: string }

/** It counts for every email that is mapped to the vendor, because they share one payee in QuickBooks. */
export const recordMappingEdits = (
  tx: Db,
  editor: string,
  mappings: readonly Mapping[],
): Promise<void> =>
  write(tx, editor, [
    ...mappings.map(({ email }) => ({ kind: 'email' as const, name: email })),
    ...mappings.map(({ vendor }) => vendorEdit(vendor)),
  ])

export const recordVendorEdit = (db: Db, editor: string, vendor: string): Promise<void> =>
  write(db, editor, [vendorEdit(vendor)])

/** Only the last choice of an invoice's vendor counts. */
export const recordVendorChoice = async (tx: Db, editor: string, billId: string): Promise<void> => {
  const { kind, name } = payeeEditor
  await tx.delete(payeeEditor).where(and(eq(kind, 'bill'), eq(name, billId)))
  await write(tx, editor, [{ kind: 'bill', name: billId }])
}

type Edit = Pick<typeof payeeEditor.$inferInsert, 'kind' | 'name'>

const vendorEdit = (vendor: string): Edit => ({ kind: 'vendor', name: vendorKey(vendor) })

const write = async (tx: Db, editor: string, edits: readonly Edit[]): Promise<void> => {
  // By the same clock as approvals.
  const editedAt = new Date()
  const once = new Map(edits.map((edit) => [`${edit.kind} ${edit.name}`, edit]))
  const { kind, name } = payeeEditor
  await tx
    .insert(payeeEditor)
    .values([...once.values()].map((edit) => ({ ...edit, editor, editedAt })))
    .onConflictDoUpdate({ target: [kind, name, payeeEditor.editor], set: { editedAt } })
}
