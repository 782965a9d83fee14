// The form for a new bill. Keeps the input until it's submitted or cleared.
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState } from 'react'
import '../../../shared/styles/mantine-rest.css'
import { loadHumanCheck } from '../../../shared/human-check.ts'
import { today } from '../../../shared/today.ts'
import { AmountInput } from '../../../shared/ui/amount-input.tsx'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { FootBar } from '../../../shared/ui/foot-bar.tsx'
import { HumanCheckNotice } from '../../../shared/ui/human-check-notice.tsx'
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { billDrafts } from './bill-drafts.ts'
import { type BillForm, FileField } from './file-field.tsx'
import {
  FIELDS,
  type InvoiceFields,
  isFilled,
  NO_FIELDS,
  type Problems,
  problemsOf,
} from './invoice-fields.ts'
import { SimilarDialog } from './similar-dialog.tsx'
import { type Progress, type SubmitOptions, useSubmitInvoice } from './use-submit-invoice.ts'

type NewBillFormProps = Omit<SubmitOptions, 'onProblems'> & { readonly onCancel: () => void }

export const NewBillForm = (props: NewBillFormProps) => {
  const { contractor, onSubmitted, onExpired, onCancel } = props
  // What was entered before the form was closed or the session ended.
  const [draft] = useState(() => billDrafts.of(contractor.email))
  const form = useForm<InvoiceFields>({
    initialValues: draft ?? NO_FIELDS,
    validate: problemsOf,
    onValuesChange: (fields) => billDrafts.hold(contractor.email, fields),
  })
  const focusFirst = (problems: Problems) => {
    const first = FIELDS.find((field) => problems[field] !== undefined)
    if (first) form.getInputNode(first)?.focus()
  }
  const sending = useSubmitInvoice({
    contractor,
    onSubmitted,
    onExpired,
    onProblems: (problems) => {
      form.setErrors(problems)
      focusFirst(problems)
    },
  })
  const { progress, problem } = sending
  const titleId = useId()
  const title = useStart(form)
  const { isBusy } = progress
  const isDirty = isFilled(form.values)
  const clear = () => {
    form.setValues(NO_FIELDS)
    form.clearErrors()
    form.getInputNode('amount')?.focus()
  }
  return (
    <Card>
      <form
        aria-labelledby={titleId}
        noValidate
        onSubmit={form.onSubmit((fields) => void sending.submit(fields), focusFirst)}
      >
        <Stack gap={20}>
          <Title order={2} fz={21} ref={title} id={titleId} tabIndex={-1} style={{ outline: 0 }}>
            New Bill
          </Title>
          {draft && isDirty ? (
            <Group gap="sm" c="var(--muted)">
              We saved what you entered earlier.
              <Button variant="default" size="xs" disabled={isBusy} onClick={clear}>
                Clear
              </Button>
            </Group>
          ) : null}
          <Inputs form={form} isBusy={isBusy} />
          <FileField form={form} progress={progress} />
          {problem ? <Problem texts={problem} /> : null}
          {/* No links below the buttons: when the form changes its height, a click must not land on one. */}
          <HumanCheckNotice what="This form" />
          <Actions progress={progress} onCancel={isBusy ? sending.stop : onCancel} />
        </Stack>
      </form>
      {sending.similar ? (
        <SimilarDialog
          bills={sending.similar}
          onConfirm={() => void sending.submit(form.values, true)}
          onCancel={sending.dropSimilar}
        />
      ) : null}
      <LeaveGuard active={isDirty} />
    </Card>
  )
}

const Inputs = ({ form, isBusy }: { form: BillForm; isBusy: boolean }) => {
  // An empty field is reported only when the form is submitted.
  const checkOnBlur = (field: 'amount' | 'dueDate') => () => {
    if (form.values[field]) form.validateField(field)
  }
  const common = { size: 'md', required: true, readOnly: isBusy, flex: '1 1 12rem' } as const
  return (
    <Group align="flex-start">
      <AmountInput
        label="Invoice Amount"
        min={0.01}
        {...common}
        {...form.getInputProps('amount')}
        onBlur={checkOnBlur('amount')}
        onReplace={(text) => form.setFieldValue('amount', text)}
      />
      <TextInput
        label="Invoice Number"
        maxLength={INVOICE_NUMBER_LENGTH_MAX}
        autoComplete="off"
        {...common}
        {...form.getInputProps('invoiceNumber')}
      />
      <TextInput
        label="Due Date"
        type="date"
        min={today()}
        {...common}
        {...form.getInputProps('dueDate')}
        onBlur={checkOnBlur('dueDate')}
      />
    </Group>
  )
}

/** Loads the human check, and focuses the start of the form. */
const useStart = (form: BillForm) => {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens.
  useEffect(() => {
    // On a touch screen, focusing an input would cover the form with the keyboard.
    const canType = window.matchMedia('(pointer: fine)').matches
    const start = canType ? form.getInputNode('amount') : title.current
    start?.focus()
    // If loading fails, we retry when the check is needed.
    loadHumanCheck().catch(() => {})
  }, [])
  return title
}

const Problem = ({ texts }: { texts: readonly string[] }) => {
  const frame = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each problem scrolls into view.
  useEffect(() => void frame.current?.scrollIntoView({ block: 'nearest' }), [texts])
  return (
    <div ref={frame}>
      <Notice tone="negative">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    </div>
  )
}

type ActionsProps = { readonly progress: Progress; readonly onCancel: () => void }

/** Sticks only on phones, and is as wide as the card there. */
const ON_PHONES = {
  pos: { base: 'sticky', sm: 'static' },
  mx: { base: '-1.125rem', sm: 0 },
  px: { base: '1.125rem', sm: 0 },
} as const
const WIDE = { size: 'md', px: { base: 'xs', sm: 'lg' }, flex: { base: 1, sm: 'none' } } as const

const Actions = ({ progress: { isBusy, share = 0 }, onCancel }: ActionsProps) => {
  // After the upload, canceling wouldn't stop the server.
  const isSent = share >= 1
  return (
    <FootBar {...ON_PHONES}>
      <Group justify="flex-end" wrap="nowrap" gap="xs">
        <Button variant="default" {...WIDE} disabled={isSent} onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton type="submit" {...WIDE} isBusy={isBusy} busyLabel="Submitting...">
          Submit Invoice
        </BusyButton>
      </Group>
    </FootBar>
  )
}
