// Labels for an invoice's due date and age.
import { addDays, DAY_MS } from '@invoice-desk/contract/business-day'
import { isCalendarDate } from '@invoice-desk/contract/dates'
import { DUE_SOON_DAYS } from '../api.ts'

export const dueLabel = (dueDate: string, today: string): 'Overdue' | 'Due soon' | undefined => {
  if (!isCalendarDate(dueDate)) return undefined
  if (dueDate < today) return 'Overdue'
  return dueDate <= addDays(today, DUE_SOON_DAYS) ? 'Due soon' : undefined
}

/** Empty when the date is unknown. */
export const ageOf = (dateCreated: string, now: number): string => {
  if (!Number(dateCreated)) return ''
  const days = Math.floor((now - Number(dateCreated)) / DAY_MS)
  if (days <= 0) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
