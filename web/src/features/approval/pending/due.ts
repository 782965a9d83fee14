// Labels for an invoice's due date and age.
import { DUE_SOON_DAYS } from '../api.ts'

const DAY_MS = 86_400_000

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

/** Negative once the due date has passed. */
const daysUntilDue = (dueDate: string, today: string): number =>
  Math.round(dayOf(dueDate) - dayOf(today))

export const dueMark = (dueDate: string, today: string): 'Overdue' | 'Due soon' | undefined => {
  const days = daysUntilDue(dueDate, today)
  if (days < 0) return 'Overdue'
  return days <= DUE_SOON_DAYS ? 'Due soon' : undefined
}

/** Empty when the date is unknown. */
export const ageOf = (dateCreated: string, now: number): string => {
  if (!Number(dateCreated)) return ''
  const days = Math.floor((now - Number(dateCreated)) / DAY_MS)
  if (days <= 0) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
