// The approval rules in their order.

import { conditionsText, missingPeople, stepsText } from '@invoice-desk/contract/approval/rule-text'
import type { ApprovalPolicy, ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { peopleText } from '@invoice-desk/contract/values/people-text'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '../../../shared/ui/icons.ts'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { RowButton } from '../../../shared/ui/table/row-button.tsx'

type RulesTableProps = Pick<ApprovalPolicy, 'rules' | 'approvers'> & {
  /** No second change before the first is saved. */
  readonly isBusy: boolean
  readonly onMove: (rule: ApprovalRule, by: -1 | 1) => void
  readonly onEdit: (rule: ApprovalRule) => void
  readonly onDelete: (rule: ApprovalRule) => void
}

export const RulesTable = ({ rules, approvers, ...actions }: RulesTableProps) => {
  const placeOf = (rule: ApprovalRule) => rules.indexOf(rule) + 1
  const columns: readonly Column<ApprovalRule>[] = [
    {
      header: 'Rule',
      heading: true,
      cell: (rule) => `${placeOf(rule)}. ${rule.name}`,
    },
    {
      header: 'Applies to',
      phoneLabel: '',
      width: '30%',
      cell: ({ conditions }) => conditionsText(conditions),
    },
    {
      header: 'Approved by',
      width: '28%',
      cell: ({ steps }) => (
        <>
          {stepsText(steps, approvers)}
          <Missing emails={missingPeople(steps, approvers)} />
        </>
      ),
    },
    {
      header: 'Actions',
      align: 'end',
      phoneLabel: '',
      cell: (rule) => (
        <Group justify="flex-end" gap={6} wrap="nowrap">
          <MoveButton rule={rule} by={-1} isEnd={placeOf(rule) === 1} {...actions} />
          <MoveButton rule={rule} by={1} isEnd={placeOf(rule) === rules.length} {...actions} />
          <RowButton label="Edit" name={rule.name} onClick={() => actions.onEdit(rule)} />
          <RowButton label="Delete" name={rule.name} onClick={() => actions.onDelete(rule)} />
        </Group>
      ),
    },
  ]
  return (
    <DataTable caption="Approval rules" columns={columns} rows={rules} rowKey={({ id }) => id} />
  )
}

const Missing = ({ emails }: { emails: readonly string[] }) =>
  emails.length === 0 ? null : (
    <Text fz="sm" c="var(--warning)">
      {peopleText(emails, emails.length)} can't approve invoices anymore. Administrators take the
      missing places.
    </Text>
  )

type MoveButtonProps = Pick<RulesTableProps, 'isBusy' | 'onMove'> & {
  readonly rule: ApprovalRule
  readonly by: -1 | 1
  readonly isEnd: boolean
}

/** Stays focusable at the ends, so the focus isn't lost there. */
const MoveButton = ({ rule, by, isEnd, isBusy, onMove }: MoveButtonProps) => {
  const Icon = by < 0 ? IconArrowUp : IconArrowDown
  return (
    <Button
      variant="default"
      size="xs"
      px={6}
      aria-label={`Move ${rule.name} ${by < 0 ? 'up' : 'down'}`}
      aria-disabled={isEnd || isBusy}
      {...(isEnd && { 'data-disabled': true })}
      onClick={() => (isEnd || isBusy ? undefined : onMove(rule, by))}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </Button>
  )
}
