// Whether a task is still the one in view, for work that ends after the approver may have left.
import { paths } from '../../../shared/paths.ts'
import { currentParams } from '../../../shared/use-address-view.ts'
import { taskIdFrom } from './task-id.ts'

export const isOpen = (taskId: string): boolean =>
  window.location.pathname === paths.approveInvoice() && taskIdFrom(currentParams()) === taskId
