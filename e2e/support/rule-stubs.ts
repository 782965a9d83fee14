// Stubbed approval rules, and a task that waits for its second approval.
import type { Task } from '@invoice-desk/contract/approval/approval'
import type { ApprovalPolicy, ApprovalRule } from '@invoice-desk/contract/approval/rules'
import type { Page } from '@playwright/test'
import { ADMIN, STAFF } from './people.ts'

const FAY = { email: 'fay.fewer@harborfinch.example', name: 'Fay Fewer' }

const ANY = { vendors: [], isNewSubmitter: false, isDuplicate: false }

const RULES: readonly ApprovalRule[] = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Large invoices',
    conditions: { ...ANY, amountFromCents: 500_000 },
    steps: [
      { people: [STAFF.email, FAY.email], needed: 1 },
      { people: [ADMIN.email], needed: 1 },
    ],
  },
  {
    id: '00000000-0000-4000-8000-000000000002',
    name: 'First invoice of a contractor',
    conditions: { ...ANY, isNewSubmitter: true },
    steps: [{ people: [STAFF.email, ADMIN.email], needed: 2 }],
  },
  {
    id: '00000000-0000-4000-8000-000000000003',
    name: 'Couriers',
    conditions: { ...ANY, vendors: ['Kestrel Courier Co.', 'Swift Parcel'] },
    steps: [{ people: ['olga.former@harborfinch.example'], needed: 1 }],
  },
]

const POLICY: ApprovalPolicy = {
  rules: [...RULES],
  separatesDuties: true,
  escalateAfterDays: 3,
  version: 4,
  approvers: [
    { ...ADMIN, admin: true },
    { ...FAY, admin: false },
    { ...STAFF, admin: false },
  ],
}

export const stubRules = (page: Page) =>
  page.route('**/api/approval-rules', (route) => route.fulfill({ json: POLICY }))

/** Half approved, and not by the person who looks. */
export const stubApprovals = (page: Page) =>
  page.route('**/api/cup/approve-invoice', async (route) => {
    const answer = await route.fetch()
    const approval: Task['approval'] = {
      rule: 'Large invoices',
      given: [{ ...FAY, at: '2026-11-16T15:04:00.000Z' }],
      needed: 3,
      waiting: [
        { because: 'rule', people: [STAFF], needed: 1, unavailable: [] },
        {
          because: 'rule',
          people: [ADMIN],
          needed: 1,
          unavailable: ['olga.former@harborfinch.example'],
          openToAdmins: 'unavailable',
        },
      ],
      isLast: false,
    }
    await route.fulfill({ json: { ...(await answer.json()), approval } })
  })
