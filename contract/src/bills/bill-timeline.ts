// The timeline of a bill that its contractor sees, from its submission to its payment.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { optionalText } from '../http/lenient-response.ts'
import { taskId } from '../values/ids.ts'

/** Each step with its audit events. */
export const TIMELINE_STEPS = {
  received: ['bill_submitted'],
  sent_for_approval: ['bill_sent_for_approval'],
  changes_requested: ['bill_changes_requested'],
  corrected: ['bill_resubmitted'],
  approved: ['bill_approved'],
  rejected: ['bill_rejected'],
  withdrawn: ['bill_withdrawn'],
  paid: ['bill_paid', 'bill_marked_paid'],
  unpaid: ['bill_unpaid_again', 'bill_unmarked_paid'],
} as const
export type TimelineStep = keyof typeof TIMELINE_STEPS

export const readBillTimeline = {
  method: 'GET',
  path: '/api/cup/bill-timeline',
  summary: 'The steps of a bill that the caller can see, oldest first, and how it was paid',
  access: 'contractor',
  query: z.object({ billId: taskId }),
  response: z.object({
    steps: z.array(
      z.object({
        step: z.enum(Object.keys(TIMELINE_STEPS) as TimelineStep[]),
        at: z.iso.datetime(),
        /** What staff told the contractor. */
        text: optionalText,
      }),
    ),
    payment: z.object({ date: z.string(), reference: optionalText }).optional(),
  }),
  errors: ['contractor_not_approved', 'bill_unknown'],
} as const satisfies Endpoint
