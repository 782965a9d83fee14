// The steps of a rule: who can approve in each, and how many of them must.
import type { ApprovalPolicy } from '@invoice-desk/contract/approval/rules'
import { RULE_STEPS_MAX } from '@invoice-desk/contract/values/limits'
import { Button, Checkbox, Fieldset, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { newStep, type RuleFields, type StepFields } from './rule-fields.ts'
import classes from './rule-form.module.css'

type RuleStepsProps = {
  readonly form: UseFormReturnType<RuleFields>
  readonly approvers: ApprovalPolicy['approvers']
}

export const RuleSteps = ({ form, approvers }: RuleStepsProps) => {
  const { steps } = form.values
  const isFull = steps.length >= RULE_STEPS_MAX
  /** Takes the focus of a removed step. */
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <Stack gap="sm">
      {steps.map((step, index) => (
        <Fieldset
          key={step.key}
          legend={steps.length === 1 ? 'Who must approve' : `Step ${index + 1}`}
        >
          <Stack gap="sm">
            {index > 0 ? (
              <Text fz="sm" c="var(--muted)">
                Begins when step {index} has its approvals.
              </Text>
            ) : null}
            <People form={form} approvers={approvers} index={index} />
            <Group align="flex-end" gap="sm">
              <NativeSelect
                label="Needed approvals"
                data={choicesOf(step)}
                {...form.getInputProps(`steps.${index}.needed`)}
              />
              {steps.length > 1 ? (
                <Button
                  variant="default"
                  aria-label={`Remove step ${index + 1}`}
                  onClick={() => {
                    form.removeListItem('steps', index)
                    addButton.current?.focus()
                  }}
                >
                  Remove step
                </Button>
              ) : null}
            </Group>
          </Stack>
        </Fieldset>
      ))}
      <Group>
        <Button
          ref={addButton}
          variant="default"
          aria-disabled={isFull}
          onClick={() => (isFull ? undefined : form.insertListItem('steps', newStep()))}
        >
          Add a step
        </Button>
        {isFull ? <Text c="var(--muted)">A rule can have {RULE_STEPS_MAX} steps.</Text> : null}
      </Group>
    </Stack>
  )
}

/** Each person can be in one step. */
const People = ({ form, approvers, index }: RuleStepsProps & { readonly index: number }) => {
  const { steps } = form.values
  const step = steps[index]
  const others = steps.filter((other) => other !== step).flatMap(({ people }) => people)
  const unlisted = (step?.people ?? []).filter(
    (email) => !approvers.some((approver) => approver.email === email),
  )
  return (
    <Checkbox.Group label="People" required {...form.getInputProps(`steps.${index}.people`)}>
      <div className={`anywhere mt-2 ${classes.people}`}>
        {approvers.map(({ email, name, admin }) => (
          <Checkbox
            key={email}
            value={email}
            label={name || email}
            description={describe(admin, others.includes(email))}
            disabled={others.includes(email)}
          />
        ))}
        {unlisted.map((email) => (
          <Checkbox
            key={email}
            value={email}
            label={email}
            description="Can't approve invoices anymore"
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const describe = (isAdmin: boolean, isElsewhere: boolean): string | undefined => {
  if (isElsewhere) return 'In another step'
  return isAdmin ? 'Administrator' : undefined
}

const choicesOf = ({ people, needed }: StepFields) => {
  const counts = Array.from({ length: Math.max(0, people.length - 2) }, (_, n) => String(n + 2))
  return [
    { value: '1', label: 'Any one of them' },
    ...counts.map((count) => ({ value: count, label: `${count} of them` })),
    ...(people.length > 1 || needed === 'all' ? [{ value: 'all', label: 'All of them' }] : []),
  ]
}
