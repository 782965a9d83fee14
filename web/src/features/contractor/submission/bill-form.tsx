// The form for a new bill, a rejected one again, or a correction. Keeps the input until it's submitted or cleared.
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Box, Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState } from 'react'
import '../../../shared/styles/mantine-rest.css'
import { loadHumanCheck } from '../../../shared/human-check.ts'
import { today } from '../../../shared/today.ts'
import { AmountInput } from '../../../shared/ui/amount-input.tsx'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { HumanCheckNotice } from '../../../shared/ui/human-check-notice.tsx'
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { billDrafts } from './bill-drafts.ts'
import classes from './bill-form.module.css'
import { type BillFields, FileField } from './file-field.tsx'
import { draftNameOf, type FormTarget, startOf } from './form-target.ts'
import { problemsOf } from './invoice-checks.ts'
import { FIELDS, type InvoiceFields, isSame, NO_FIELDS, type Problems } from './invoice-fields.ts'
import { SimilarDialog } from './similar-dialog.tsx'
import { useEarlierFile } from './use-earlier-file.ts'
import { type Progress, type SubmitOptions, useSubmitInvoice } from './use-submit-invoice.ts'

type BillFormProps = Omit<SubmitOptions, 'onProblems'> & { readonly onCancel: () => void }

export const BillForm = (props: BillFormProps) => {
  const { contractor, target, onCancel } = props
  const name = draftNameOf(target, contractor.email)
  // What was entered before the form was closed or the session ended.
  const [draft] = useState(() => billDrafts.of(name))
  // A ref, because an earlier file is added to it before the form reports its new values.
  const start = useRef(startOf(target))
  const isUnchanged = (fields: InvoiceFields) => isSame(fields, start.current)
  const form = useForm<InvoiceFields>({
    initialValues: draft ?? start.current,
    validate: problemsOf,
    onValuesChange: (fields) => billDrafts.hold(name, isUnchanged(fields) ? NO_FIELDS : fields),
  })
  const focusFirst = (problems: Problems) => {
    const first = FIELDS.find((field) => problems[field] !== undefined)
    if (first) form.getInputNode(first)?.focus()
  }
  const sending = useSubmitInvoice({
    ...props,
    onProblems: (problems) => {
      form.setErrors(problems)
      focusFirst(problems)
    },
  })
  const { progress, problem } = sending
  const titleId = useId()
  const title = useStart(form)
  const { isBusy } = progress
  const isDirty = !isUnchanged(form.values)
  const awaitsFile = useEarlierFile(target, form, start)
  const clear = () => {
    form.setValues(start.current)
    form.clearErrors()
    form.getInputNode('amount')?.focus()
  }
  return (
    <>
      <form
        aria-labelledby={titleId}
        noValidate
        onSubmit={form.onSubmit((fields) => void sending.submit(fields), focusFirst)}
      >
        <header className={classes.head}>
          <Title order={2} ref={title} id={titleId} tabIndex={-1} className={classes.title}>
            {TITLES[target.kind]}
          </Title>
          {draft && isDirty ? (
            <Group gap="sm" c="var(--muted)">
              We saved what you entered earlier.
              <Button variant="default" disabled={isBusy} onClick={clear}>
                Clear
              </Button>
            </Group>
          ) : null}
        </header>
        <Request target={target} />
        <div className={classes.columns}>
          <FileField form={form} progress={progress} target={target} isLoading={awaitsFile} />
          <Stack gap="md">
            <Inputs form={form} isBusy={isBusy} />
            {problem ? <Problem texts={problem} /> : null}
            {/* No links below the buttons: when the form changes its height, a click must not land on one. */}
            <HumanCheckNotice what="This form" />
            <Actions
              submitLabel={target.kind === 'correction' ? 'Resubmit Invoice' : 'Submit Invoice'}
              progress={progress}
              awaitsFile={awaitsFile}
              onCancel={isBusy ? sending.stop : onCancel}
            />
          </Stack>
        </div>
      </form>
      {sending.similar ? (
        <SimilarDialog
          bills={sending.similar}
          onConfirm={() => void sending.submit(form.values, true)}
          onCancel={sending.dropSimilar}
        />
      ) : null}
      <LeaveGuard active={isDirty} />
    </>
  )
}

const TITLES = {
  new: 'New Bill',
  again: 'Submit again',
  correction: 'Correct and resubmit',
} as const satisfies Record<FormTarget['kind'], string>

/** What staff said about the earlier bill. */
const Request = ({ target }: { target: FormTarget }) => {
  if (target.kind === 'new') return null
  const { requestedChanges, rejectReason } = target.bill
  const isCorrection = target.kind === 'correction'
  return (
    <Box mb="lg">
      <Notice title={isCorrection ? 'What to change' : 'Why it was rejected'}>
        <p style={{ whiteSpace: 'pre-line' }}>
          {(isCorrection ? requestedChanges : rejectReason) || 'No reason was given.'}
        </p>
      </Notice>
    </Box>
  )
}

const Inputs = ({ form, isBusy }: { form: BillFields; isBusy: boolean }) => {
  // An empty field is reported only when the form is submitted.
  const checkOnBlur = (field: 'amount' | 'dueDate') => () => {
    if (form.values[field]) form.validateField(field)
  }
  const common = { required: true, readOnly: isBusy } as const
  return (
    <>
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
    </>
  )
}

/** Loads the human check, and focuses the start of the form. */
const useStart = (form: BillFields) => {
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

type ActionsProps = {
  readonly submitLabel: string
  readonly progress: Progress
  /** The invoice must not be sent without it. */
  readonly awaitsFile: boolean
  readonly onCancel: () => void
}

const WIDE = { px: { base: 'xs', sm: 'lg' }, flex: { base: 1, sm: 'none' } } as const

const Actions = ({ submitLabel, progress, awaitsFile, onCancel }: ActionsProps) => {
  const { isBusy, share = 0 } = progress
  // After the upload, canceling wouldn't stop the server.
  const isSent = share >= 1
  return (
    <div className={classes.actions} data-foot-bar>
      <Group justify="flex-end" wrap="nowrap" gap="xs">
        <Button variant="default" {...WIDE} disabled={isSent} onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton
          type="submit"
          {...WIDE}
          isBusy={isBusy || awaitsFile}
          busyLabel={awaitsFile ? 'Loading file...' : 'Submitting...'}
        >
          {submitLabel}
        </BusyButton>
      </Group>
    </div>
  )
}
