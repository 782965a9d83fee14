// The form that adds or changes an approval rule. Keeps the input until it's saved.
import type { ApprovalPolicy, ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { RULE_NAME_LENGTH_MAX, RULE_VENDORS_MAX } from '@invoice-desk/contract/values/limits'
import { Checkbox, Fieldset, Group, Stack, TagsInput, TextInput, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useFormDraft } from '../../../shared/drafts/use-form-draft.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { AmountInput } from '../../../shared/ui/form/amount-input.tsx'
import { DraftNotice } from '../../../shared/ui/form/draft-notice.tsx'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { vendorsQuery } from '../posting/vendors-query.ts'
import {
  conditionsFrom,
  FLAG_NAMES,
  FLAGS,
  fieldAt,
  fieldsOf,
  problemsOf,
  type RuleFields,
  ruleFrom,
} from './rule-fields.ts'
import { RulePreview } from './rule-preview.tsx'
import { RuleSteps } from './rule-steps.tsx'

/** Followed by the id of the rule, or by nothing for a new one. */
export const RULE_DRAFT = 'rule '

const SUGGESTIONS_MAX = 50

type RuleFormProps = Pick<ApprovalPolicy, 'rules' | 'approvers'> & {
  /** Undefined for a new rule, which comes last. */
  readonly rule: ApprovalRule | undefined
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (rule: ApprovalRule) => void
  readonly onCancel: () => void
}

export const RuleForm = (props: RuleFormProps) => {
  const { rule, rules, approvers, isSaving, error, onSave, onCancel } = props
  const [id] = useState(() => rule?.id ?? crypto.randomUUID())
  const form = useForm({ initialValues: fieldsOf(rule), validate: problemsOf })
  const draft = useFormDraft(RULE_DRAFT + (rule?.id ?? ''), form, { version: JSON.stringify(rule) })
  const place = rules.findIndex((other) => other.id === id)
  const position = place < 0 ? rules.length : place
  const field = refusedField(error, position)
  const titleId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => form.getInputNode('name')?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per error
  useEffect(() => {
    if (field) form.setFieldError(field, error?.message)
  }, [error])
  return (
    <Card>
      <LeaveGuard active={form.isDirty() && !isSaving} />
      <form
        aria-labelledby={titleId}
        noValidate
        onSubmit={form.onSubmit((fields) => onSave(ruleFrom(id, fields)))}
      >
        <Stack>
          <Title order={2} fz="var(--font-lead)" id={titleId}>
            {rule ? 'Edit rule' : 'New rule'}
          </Title>
          {!rule && draft.state === 'changed' ? (
            <Notice tone="warning">
              Someone else deleted this rule while you were away. What you entered is still here.
              Save it to add the rule again.
            </Notice>
          ) : (
            <DraftNotice draft={draft} />
          )}
          {error && !field ? <SaveProblem error={error} /> : null}
          <TextInput
            label="Name"
            description="Approvers see it on the invoice."
            required
            autoComplete="off"
            maxLength={RULE_NAME_LENGTH_MAX}
            {...form.getInputProps('name')}
          />
          <Conditions form={form} />
          <RuleSteps form={form} approvers={approvers} />
          <RulePreview rule={{ id, conditions: conditionsFrom(form.values), position }} />
          <p>Saving applies to every invoice that isn't decided yet.</p>
          <FormButtons isBusy={isSaving} announced="Saving the rule..." onCancel={onCancel}>
            Save rule
          </FormButtons>
        </Stack>
      </form>
    </Card>
  )
}

const Conditions = ({ form }: { form: UseFormReturnType<RuleFields> }) => (
  <Fieldset legend="Which invoices">
    <Stack gap="sm">
      <p>An invoice must meet all conditions you set. Without any, the rule is for all invoices.</p>
      <Group align="flex-start">
        <AmountInput
          label="Amount from"
          min={0.01}
          flex="0 1 12rem"
          {...form.getInputProps('amountFrom')}
          onReplace={(text) => form.setFieldValue('amountFrom', text)}
        />
        <VendorsInput form={form} />
      </Group>
      {FLAG_NAMES.map((flag) => (
        <Checkbox key={flag} {...FLAGS[flag]} {...form.getInputProps(flag, { type: 'checkbox' })} />
      ))}
    </Stack>
  </Fieldset>
)

/** Suggests the vendors in QuickBooks, but works without them. */
const VendorsInput = ({ form }: { form: UseFormReturnType<RuleFields> }) => {
  const { data } = useQuery(vendorsQuery)
  return (
    <TagsInput
      label="Vendors"
      description="Press Enter after each name."
      placeholder={form.values.vendors.length === 0 ? 'Any vendor' : ''}
      flex="1 1 18rem"
      maxTags={RULE_VENDORS_MAX}
      acceptValueOnBlur
      splitChars={[]}
      data={[...new Set(data?.map(({ name }) => name))]}
      limit={SUGGESTIONS_MAX}
      openOnFocus={false}
      withScrollArea={false}
      styles={{ options: { maxHeight: '16rem', overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      {...form.getInputProps('vendors')}
    />
  )
}

/** The field of this rule that the server refused. */
const refusedField = (error: Error | null, position: number): string | undefined => {
  const path = error instanceof ApiError ? error.field : undefined
  const own = `rules.${position}.`
  return path?.startsWith(own) ? fieldAt(path.slice(own.length)) : undefined
}

const SaveProblem = ({ error }: { error: Error }) =>
  error instanceof ApiError && error.is('changed_meanwhile') ? (
    <Notice tone="warning">
      Someone else changed the rules while you were working. What you entered is still here. Save
      again to add it to their rules.
    </Notice>
  ) : (
    <Problem error={error} />
  )
