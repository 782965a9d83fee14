// Where administrators set which invoices need whose approval.

import type { ApprovalPolicy, ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type PolicyChange,
  policyQuery,
  savePolicyMutation,
} from '../features/approval/rules/api.ts'
import { DutiesCard, daysText, EscalationCard } from '../features/approval/rules/policy-cards.tsx'
import { RULE_DRAFT, RuleForm } from '../features/approval/rules/rule-form.tsx'
import { RulesTable } from '../features/approval/rules/rules-table.tsx'
import { findDraft, keepDraft, readDraft } from '../shared/drafts/drafts.ts'
import { focusTitle } from '../shared/navigation/focus-title.ts'
import { ConfirmDialog } from '../shared/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Problem } from '../shared/ui/feedback/problem.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

const INTRO =
  'Choose who approves which invoices. The first matching rule applies. Invoices that match no rule need one approval.'

type Doing =
  | { readonly action: 'edit'; readonly rule: ApprovalRule | undefined }
  | { readonly action: 'delete'; readonly rule: ApprovalRule }

export const ApprovalRulesPage = () => {
  const query = useQuery(policyQuery)
  const [doing, setDoing] = useState<Doing>()
  const isEditing = doing?.action === 'edit'
  return (
    <Page
      title={staffTitle('/approval-rules')}
      intro={INTRO}
      action={
        query.data && !isEditing ? (
          <Button onClick={() => setDoing({ action: 'edit', rule: undefined })}>Add rule</Button>
        ) : null
      }
    >
      <Loaded query={query} waiting={<TableSkeleton rows={3} />}>
        {(policy) => <Rules policy={policy} doing={doing} onDo={setDoing} />}
      </Loaded>
    </Page>
  )
}

type RulesProps = {
  readonly policy: ApprovalPolicy
  readonly doing: Doing | undefined
  readonly onDo: (doing: Doing | undefined) => void
}

const Rules = ({ policy, doing, onDo }: RulesProps) => {
  const save = useMutation(savePolicyMutation(useQueryClient()))
  const { rules, approvers, separatesDuties, escalateAfterDays } = policy
  const isEditing = doing?.action === 'edit'
  // Someone typed before the session ended or the page was reloaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    const id = findDraft(RULE_DRAFT)
    const rule = rules.find((each) => each.id === id)
    if (id === undefined) return
    if (id && !rule) {
      // The rule was deleted since then, so what was typed can only be added again.
      keepDraft(RULE_DRAFT, readDraft(RULE_DRAFT + id))
      keepDraft(RULE_DRAFT + id, '')
    }
    onDo({ action: 'edit', rule })
  }, [])
  const change = (part: PolicyChange, text: string, onDone = () => {}) =>
    save.mutate(
      { policy, change: part },
      {
        onSuccess: () => {
          showToast('success', text)
          onDone()
        },
      },
    )
  const close = () => {
    onDo(undefined)
    save.reset()
  }
  return (
    <Stack gap="var(--gap)">
      {save.error && !isEditing ? <Problem error={save.error} /> : null}
      {isEditing ? (
        <RuleForm
          {...{ rules, approvers, rule: doing.rule, error: save.error, isSaving: save.isPending }}
          onSave={(rule) =>
            change({ rules: withRule(rules, rule) }, `"${rule.name}" was saved`, () => {
              close()
              focusTitle()
            })
          }
          onCancel={() => {
            close()
            focusTitle()
          }}
        />
      ) : null}
      {rules.length === 0 && !isEditing ? (
        <EmptyState title="No rules yet.">
          <p>One approval by anyone who can approve invoices is enough.</p>
        </EmptyState>
      ) : null}
      {rules.length > 0 && !isEditing ? (
        <RulesTable
          {...{ rules, approvers, isBusy: save.isPending }}
          onMove={(rule, by) => change({ rules: moved(rules, rule, by) }, 'The order was saved')}
          onEdit={(rule) => onDo({ action: 'edit', rule })}
          onDelete={(rule) => onDo({ action: 'delete', rule })}
        />
      ) : null}
      {isEditing ? null : (
        <>
          <DutiesCard
            separatesDuties={separatesDuties}
            isBusy={save.isPending}
            onChange={(isOn) =>
              change({ separatesDuties: isOn }, `Separation of duties is ${isOn ? 'on' : 'off'}`)
            }
          />
          <EscalationCard
            escalateAfterDays={escalateAfterDays}
            isBusy={save.isPending}
            onChange={(days) =>
              change(
                { escalateAfterDays: days },
                days === null ? 'Escalation is off' : `Escalation is on: ${daysText(days)}`,
              )
            }
          />
        </>
      )}
      {doing?.action === 'delete' ? (
        <ConfirmDialog
          title="Delete rule"
          confirmLabel="Yes, Delete"
          action={save}
          onConfirm={() =>
            change(
              { rules: rules.filter(({ id }) => id !== doing.rule.id) },
              `"${doing.rule.name}" was deleted`,
              close,
            )
          }
          onCancel={close}
        >
          <p>
            Are you sure you want to delete <strong>{doing.rule.name}</strong>? Invoices that aren't
            decided yet won't need its approvals anymore.
          </p>
        </ConfirmDialog>
      ) : null}
    </Stack>
  )
}

const withRule = (rules: readonly ApprovalRule[], rule: ApprovalRule): ApprovalRule[] =>
  rules.some(({ id }) => id === rule.id)
    ? rules.map((other) => (other.id === rule.id ? rule : other))
    : [...rules, rule]

const moved = (rules: readonly ApprovalRule[], rule: ApprovalRule, by: -1 | 1): ApprovalRule[] => {
  const others = rules.filter(({ id }) => id !== rule.id)
  return others.toSpliced(rules.indexOf(rule) + by, 0, rule)
}
