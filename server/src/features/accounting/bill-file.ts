// The invoice file of a task, for attaching it to the bill in QuickBooks.
import type { Dependencies } from '../../dependencies.ts'
import type { AttachedFile } from '../../providers/quickbooks/attachments.ts'

/** Undefined when the task came without a file. */
export const billFileOf = async (
  _needs: Dependencies,
  _taskId: string,
): Promise<AttachedFile | undefined> => undefined
