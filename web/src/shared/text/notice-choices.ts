// When approvers get emails about invoices: the choices, in words.
import type { Notices } from '@invoice-desk/contract/approval/preferences'

type NoticeChoice = {
  readonly value: Notices
  readonly label: string
  readonly description: string
}

export const NOTICE_CHOICES: readonly NoticeChoice[] = [
  {
    value: 'each',
    label: 'For each invoice',
    description: 'As soon as it needs approval.',
  },
  {
    value: 'daily',
    label: 'Once per day',
    description: 'All invoices that are waiting, on the morning of each business day.',
  },
  {
    value: 'none',
    label: 'Never',
    description:
      "You'll still get messages, escalations, and anything you're covering for a colleague.",
  },
]
