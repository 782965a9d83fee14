// Asks before several invoices are decided. Those with a warning are left out unless the approver includes them.
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Button, Group, Stack, Textarea, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTextDraft } from '../../../shared/drafts/use-draft.ts'
import { countText } from '../../../shared/text/count-text.ts'
import { type Checked, type Choice, type Decidable, isDecidable } from './check.ts'
import { InvoiceNotes } from './invoice-notes.tsx'
import { type Ids, toggled } from './selection.tsx'
import { moreText, reasonDraftOf, totalText, verbOf } from './texts.ts'

type BulkQuestionProps = {
  readonly choice: Choice
  readonly checked: readonly Checked[]
  readonly onConfirm: (chosen: readonly Decidable[], reason: string) => void
  readonly onCancel: () => void
}

export const BulkQuestion = ({ choice, checked, onConfirm, onCancel }: BulkQuestionProps) => {
  const invoices = checked.map(({ invoice }) => invoice)
  const [included, setIncluded] = useState<Ids>(new Set())
  const { text: reason, write } = useTextDraft(reasonDraftOf(invoices))
  const refused = checked.flatMap((each) => (isDecidable(each) ? [] : [each]))
  const decidable = checked.filter(isDecidable)
  const warned = decidable.filter(({ warnings }) => warnings.length > 0)
  const chosen = decidable.filter(
    ({ invoice, warnings }) => warnings.length === 0 || included.has(invoice.id),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm(chosen, reason.trim())
  }
  const isReject = choice === 'reject'
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {warned.length > 0 ? (
          <section>
            <Title order={3} fz="inherit">
              Check these first
            </Title>
            <p>They're left out unless you include them.</p>
            <InvoiceNotes
              items={warned.map(({ invoice, warnings }) => ({ invoice, notes: warnings }))}
              included={included}
              onToggle={(id) => setIncluded(toggled(included, id))}
            />
          </section>
        ) : null}
        {refused.length > 0 ? (
          <section>
            <Title order={3} fz="inherit">
              {isReject ? 'Can’t be rejected now' : 'Can’t be approved now'}
            </Title>
            <InvoiceNotes
              items={refused.map(({ invoice, refusal }) => ({ invoice, notes: [refusal] }))}
            />
          </section>
        ) : null}
        {isReject ? (
          <Textarea
            label="Reason for rejection"
            description="We'll email this to each contractor."
            required
            autosize
            minRows={2}
            maxLength={REASON_LENGTH_MAX}
            data-autofocus
            value={reason}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
        ) : (
          <ApprovalNote chosen={chosen} />
        )}
        <Group justify="space-between" gap="sm">
          <strong>{totalText(chosen.map(({ invoice }) => invoice))}</strong>
          <Group gap="sm">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={chosen.length === 0 || (isReject && reason.trim() === '')}
              {...(isReject ? { color: 'red.8' } : {})}
            >
              {verbOf(choice)} {countText(chosen.length)}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

const ApprovalNote = ({ chosen }: { chosen: readonly Decidable[] }) => {
  const partial = chosen.filter(({ task }) => !task.approval.isLast).length
  return partial === 0 ? (
    <p>Each contractor gets an email.</p>
  ) : (
    <p>
      Each contractor gets an email once their invoice is approved. {moreText(partial)} after yours.
      Their bills are added with the last one.
    </p>
  )
}
