// Whether a task is still the one in view, for work that ends after the approver may have left.

import { currentParams } from '../../../shared/lists/use-url-filters.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { taskIdFrom } from './task-id.ts'

export const isOpen = (taskId: string): boolean =>
  window.location.pathname === paths.approveInvoice() && taskIdFrom(currentParams()) === taskId
