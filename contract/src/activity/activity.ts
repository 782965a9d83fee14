// Endpoints for the activity page: the audit log, filtered, and as CSV.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { inOrder } from '../http/list-query.ts'
import { ACTIVITY_PAGE_SIZE, EMAIL_LENGTH_MAX, QBO_NAME_LENGTH_MAX } from '../values/limits.ts'
import { calendarDate, line } from '../values/text.ts'
import { SUBJECT_KINDS } from './audit-actions.ts'

const filter = z.object({
  /** An exact email, or `system` for jobs and providers. */
  actor: line(EMAIL_LENGTH_MAX).toLowerCase().optional(),
  subject: z.enum(SUBJECT_KINDS).optional(),
  /** Only with `subject`, because ids are unique within a kind. */
  subjectId: line(QBO_NAME_LENGTH_MAX).optional(),
  /** Days in the business's time zone. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
})
export type ActivityFilter = z.infer<typeof filter>

const needsSubject = {
  path: ['subject'],
  error: 'Choose what kind of thing this id belongs to.',
}
const hasSubject = ({ subject, subjectId }: ActivityFilter): boolean =>
  subjectId === undefined || subject !== undefined

const activityEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** An email, or `system`. */
  actor: z.string(),
  /** What they did, in words that follow their name. */
  text: z.string(),
  /** The amount, the reason and the like; empty if there's nothing to add. */
  detail: z.string(),
  /** Where they were: an IP address, or the network of an IPv6 one. */
  address: z.string().optional(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    /** `INV-7 from Acme`, or an email. */
    label: z.string(),
    /** The path of a page that shows it. */
    link: z.string().optional(),
  }),
})
export type ActivityEvent = z.infer<typeof activityEvent>

export const listActivity = {
  method: 'GET',
  path: '/api/activity',
  summary: `The audit log, newest first, at most ${ACTIVITY_PAGE_SIZE} events per call`,
  access: 'admin',
  query: filter
    .extend({
      /** The `next` of the previous page. */
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    })
    .superRefine(inOrder)
    .refine(hasSubject, needsSubject),
  response: z.object({
    events: z.array(activityEvent),
    /** Names the next page; absent on the last one. */
    next: z.number().int().optional(),
  }),
} as const satisfies Endpoint

export const exportActivity = {
  method: 'GET',
  path: '/api/activity.csv',
  summary: 'The audit log as CSV that is safe to open in a spreadsheet',
  access: 'admin',
  limit: 'export',
  query: filter.superRefine(inOrder).refine(hasSubject, needsSubject),
  file: 'text/csv',
  response: z.unknown(),
} as const satisfies Endpoint
