// Endpoints for approval rules: which invoices need whose approval.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { email } from '../values/email.ts'
import { uuid } from '../values/ids.ts'
import {
  ESCALATION_DAYS_MAX,
  QBO_NAME_LENGTH_MAX,
  RULE_NAME_LENGTH_MAX,
  RULE_STEPS_MAX,
  RULE_VENDORS_MAX,
  RULES_MAX,
  STEP_PEOPLE_MAX,
  VERSION_MAX,
} from '../values/limits.ts'
import { CENTS_MAX, formatUsd } from '../values/money.ts'
import { peopleText } from '../values/people-text.ts'
import { line } from '../values/text.ts'
import { pendingInvoice } from './approval.ts'

/** An invoice must meet all of them. Without any, the rule is for every invoice. */
const ruleConditions = z.object({
  amountFromCents: z.number().int().min(1).max(CENTS_MAX).optional(),
  /** Any of these, in any case. */
  vendors: z.array(line(QBO_NAME_LENGTH_MAX)).max(RULE_VENDORS_MAX).default([]),
  /** No invoice from this email has been approved yet. */
  isNewSubmitter: z.boolean().default(false),
  /** The invoice resembles an earlier one. */
  isDuplicate: z.boolean().default(false),
  /** The document has amounts, but not the invoice's, or hasn't been read yet. Older rules don't have this condition. */
  differsFromDocument: z.boolean().optional(),
})
export type RuleConditions = z.infer<typeof ruleConditions>
export type Condition = keyof RuleConditions

/** In words that continue "Invoices", if it's set. */
export const CONDITION_TEXTS: Readonly<
  Record<Condition, (conditions: RuleConditions) => string | false | undefined>
> = {
  amountFromCents: ({ amountFromCents: cents }) =>
    cents !== undefined && `of ${formatUsd(cents)} or more`,
  vendors: ({ vendors }) => vendors.length > 0 && `from ${peopleText(vendors, 1)}`,
  isNewSubmitter: ({ isNewSubmitter }) => isNewSubmitter && 'from a new submitter',
  isDuplicate: ({ isDuplicate }) => isDuplicate && 'flagged as a possible duplicate',
  differsFromDocument: ({ differsFromDocument }) =>
    differsFromDocument && "with an amount that wasn't found in the document",
}

const ruleStep = z.object({
  people: z.array(email).min(1, 'Choose at least one person.').max(STEP_PEOPLE_MAX),
  /** How many of them must approve. */
  needed: z.number().int().min(1).max(STEP_PEOPLE_MAX),
})
export type RuleStep = z.infer<typeof ruleStep>

export const approvalRule = z.object({
  id: uuid,
  name: line(RULE_NAME_LENGTH_MAX),
  conditions: ruleConditions,
  /** A step begins when the one before it has all its approvals. */
  steps: z.array(ruleStep).min(1, 'Add at least one step.').max(RULE_STEPS_MAX),
})
export type ApprovalRule = z.infer<typeof approvalRule>

const policyFields = {
  /** The first one that fits an invoice applies to it. */
  rules: z.array(approvalRule).max(RULES_MAX),
  /**
   * No one approves an invoice submitted with their own email. Anyone who changed a vendor's mapping can't be the only
   * one who approves the next invoice from its email.
   */
  separatesDuties: z.boolean(),
  /** After this many business days, administrators are asked to approve an invoice instead; null if never. */
  escalateAfterDays: z.number().int().min(1).max(ESCALATION_DAYS_MAX).nullable(),
}

const policy = z.object({
  ...policyFields,
  version: z.number().int(),
  /** Everyone who can approve invoices. */
  approvers: z.array(z.object({ email: z.string(), name: z.string(), admin: z.boolean() })),
})
export type ApprovalPolicy = z.infer<typeof policy>

export const getApprovalPolicy = {
  method: 'GET',
  path: '/api/approval-rules',
  summary: 'The approval rules in their order, and who can approve invoices',
  access: 'admin',
  response: policy,
} as const satisfies Endpoint

export const saveApprovalPolicy = {
  method: 'PUT',
  path: '/api/approval-rules',
  summary: 'Replace the approval rules; applies to every invoice that is not decided yet',
  access: 'admin',
  recentSignIn: true,
  body: z.object({ ...policyFields, version: z.number().int().min(1).max(VERSION_MAX) }),
  response: policy,
  errors: ['approval_rule_impossible', 'changed_meanwhile'],
} as const satisfies Endpoint

export const previewApprovalRule = {
  method: 'POST',
  path: '/api/approval-rules/preview',
  summary: 'The pending invoices that a rule would apply to if it were saved',
  access: 'admin',
  body: z.object({
    /** A stored rule with this id is ignored. */
    id: uuid,
    conditions: ruleConditions,
    /** How many other rules come before it. */
    position: z.number().int().min(0).max(RULES_MAX),
  }),
  response: z.object({
    /** The oldest of them. */
    invoices: z.array(pendingInvoice),
    total: z.number().int(),
    totalCents: z.number().int(),
    /** How many meet the conditions, but an earlier rule applies to them. */
    taken: z.number().int(),
    /** How many invoices are pending. */
    pending: z.number().int(),
  }),
} as const satisfies Endpoint
