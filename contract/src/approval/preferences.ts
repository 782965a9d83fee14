// Endpoints for how an approver hears about invoices, and who acts for them while they're away.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { addDays } from '../values/business-day.ts'
import { formatDate } from '../values/dates.ts'
import { email } from '../values/email.ts'
import { ABSENCE_DAYS_MAX, VERSION_MAX } from '../values/limits.ts'
import { calendarDate } from '../values/text.ts'

/** When an approver gets an email about invoices that are waiting for them. */
export const NOTICES = ['each', 'daily', 'none'] as const
export type Notices = (typeof NOTICES)[number]

/** From the first through the last day, the delegate gets the person's emails and can approve for them. */
const absence = z.object({ delegate: email, firstDay: calendarDate, lastDay: calendarDate })
export type Absence = z.infer<typeof absence>

/** What is wrong with the days, by field; undefined if nothing is. */
export const absenceProblem = (
  { firstDay, lastDay }: Pick<Absence, 'firstDay' | 'lastDay'>,
  today: string,
): { field: 'firstDay' | 'lastDay'; text: string } | undefined => {
  if (lastDay < firstDay)
    return { field: 'lastDay', text: "The last day can't be before the first day." }
  if (lastDay < today) return { field: 'lastDay', text: 'The last day is in the past.' }
  return lastDay >= addDays(firstDay, ABSENCE_DAYS_MAX)
    ? { field: 'lastDay', text: `An absence can have at most ${ABSENCE_DAYS_MAX} days.` }
    : undefined
}

/** `Nov 16, 2026 – Nov 20, 2026`, or one day. */
export const absenceDays = ({
  firstDay,
  lastDay,
}: Pick<Absence, 'firstDay' | 'lastDay'>): string =>
  firstDay === lastDay ? formatDate(firstDay) : `${formatDate(firstDay)} – ${formatDate(lastDay)}`

const person = z.object({ email: z.string(), name: z.string() })

const preferences = person.extend({
  notices: z.enum(NOTICES),
  /** The current or next one; null if there is none. */
  absence: absence.nullable(),
  /** 0 before the first change. */
  version: z.number().int(),
  /** Who can be the delegate. */
  delegates: z.array(person),
  /** Whose delegate this person is or will be. */
  actsFor: z.array(person.extend({ firstDay: z.string(), lastDay: z.string() })),
})
export type Preferences = z.infer<typeof preferences>

export const getPreferences = {
  method: 'GET',
  path: '/api/preferences',
  summary: 'An approver’s preferences: the caller’s own or, for administrators, those of `email`',
  access: 'staff',
  query: z.object({ email: email.optional() }),
  response: preferences,
  errors: ['admin_required', 'account_unknown'],
} as const satisfies Endpoint

export const savePreferences = {
  method: 'PUT',
  path: '/api/preferences',
  summary: 'Replace an approver’s preferences; the delegate is told about a new absence',
  access: 'staff',
  body: z.object({
    email,
    notices: z.enum(NOTICES),
    absence: absence.nullable(),
    version: z.number().int().min(0).max(VERSION_MAX),
  }),
  response: preferences,
  errors: ['sign_in_again', 'admin_required', 'account_unknown', 'changed_meanwhile'],
} as const satisfies Endpoint
