// Labels for an invoice's due date and age.
import { type BillStatus, isTurnedDown } from '@invoice-desk/contract/bills/bill-status'
import { addDays, businessDay, DAY_MS } from '@invoice-desk/contract/values/business-day'
import { isCalendarDate } from '@invoice-desk/contract/values/dates'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { DUE_SOON_DAYS } from '../api.ts'

export const dueLabel = (dueDate: string, today: string): 'Overdue' | 'Due soon' | undefined => {
  if (!isCalendarDate(dueDate)) return undefined
  if (dueDate < today) return 'Overdue'
  return dueDate <= addDays(today, DUE_SOON_DAYS) ? 'Due soon' : undefined
}

/** Once paid or turned down, an invoice isn't due anymore. */
export const canBeLate = (status: BillStatus): boolean => status !== 'paid' && !isTurnedDown(status)

/** By calendar days, as the overview counts them. Empty when the date is unknown. */
export const ageOf = (dateCreated: string, today: string): string => {
  if (!Number(dateCreated)) return ''
  const submitted = businessDay(Number(dateCreated), pageSettings.timeZone)
  const days = Math.round((Date.parse(today) - Date.parse(submitted)) / DAY_MS)
  if (days <= 0) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
