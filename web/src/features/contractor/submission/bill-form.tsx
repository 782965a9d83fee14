// The form for a new bill, a closed one again, or changes to one. Keeps the input until it's submitted or cleared.
import { Box, Button, Group, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState } from 'react'
import '../../../shared/styles/mantine-rest.css'
import { loadHumanCheck } from '../../../shared/api/human-check.ts'
import { canType } from '../../../shared/browser/has-keyboard.ts'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { HumanCheckNotice } from '../../../shared/ui/form/human-check-notice.tsx'
import { billDrafts } from './bill-drafts.ts'
import classes from './bill-form.module.css'
import { BillInputs } from './bill-inputs.tsx'
import { FileField } from './files/file-field.tsx'
import { useBillFiles } from './files/use-bill-files.ts'
import { draftNameOf, type FormTarget, keptDueDate, startOf } from './form-target.ts'
import { problemsOf } from './invoice-checks.ts'
import {
  type BillFields,
  FIELDS,
  type InvoiceFields,
  isSame,
  NO_FIELDS,
  type Problems,
} from './invoice-fields.ts'
import { useReading } from './reading/use-reading.ts'
import { SimilarDialog } from './similar-dialog.tsx'
import { type Progress, type SubmitOptions, useSubmitInvoice } from './use-submit-invoice.ts'

type BillFormProps = Omit<SubmitOptions, 'onProblems'> & { readonly onCancel: () => void }

export const BillForm = (props: BillFormProps) => {
  const { contractor, target, onCancel } = props
  const name = draftNameOf(target, contractor.email)
  // What was entered before the form was closed or the session ended.
  const [draft] = useState(() => billDrafts.of(name))
  const [start] = useState(() => startOf(target))
  const form = useForm<InvoiceFields>({
    initialValues: { ...start, ...draft },
    validate: (fields) => problemsOf(fields, keptDueDate(target)),
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
  const isDirty = !isSame(form.values, start)
  const billFiles = useBillFiles(form)
  const { reading, marked, ...offering } = useReading(form)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change.
  useEffect(
    () => billDrafts.hold(name, isDirty ? form.values : NO_FIELDS, marked),
    [form.values, reading],
  )
  const clear = () => {
    billFiles.stop()
    form.setValues(start)
    form.clearErrors()
    form.getInputNode('files')?.focus()
  }
  return (
    <>
      <form
        aria-labelledby={titleId}
        noValidate
        onSubmit={form.onSubmit((fields) => void sending.submit(fields), focusFirst)}
      >
        <header className="row between mb-3">
          <Title order={2} ref={title} id={titleId} tabIndex={-1} fz="var(--font-figure)">
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
        <div className={`stack gap-view ${classes.columns}`}>
          <FileField form={form} billFiles={billFiles} progress={progress} reading={reading} />
          <Stack gap="md">
            <BillInputs
              form={form}
              isBusy={isBusy}
              offering={offering}
              keptDueDate={keptDueDate(target)}
            />
            {problem ? <Problem texts={problem} /> : null}
            {/* No links below the buttons: when the form changes its height, a click must not land on one. */}
            <HumanCheckNotice what="This form" />
            <Actions
              submitLabel={SUBMIT_LABELS[target.kind]}
              progress={progress}
              awaitsFile={billFiles.isPreparing}
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
  change: 'Change invoice',
} as const satisfies Record<FormTarget['kind'], string>

const SUBMIT_LABELS = {
  new: 'Submit Invoice',
  again: 'Submit Invoice',
  correction: 'Resubmit Invoice',
  change: 'Save changes',
} as const satisfies Record<FormTarget['kind'], string>

/** What staff said about the earlier bill. */
const Request = ({ target }: { target: FormTarget }) => {
  if (target.kind === 'new' || target.bill.status === 'withdrawn') return null
  if (target.kind === 'change')
    return (
      <Box mb="lg">
        <Notice>If someone has already approved it, they'll review it again.</Notice>
      </Box>
    )
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

/** Loads the human check, and focuses the start of the form. */
const useStart = (form: BillFields) => {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form opens.
  useEffect(() => {
    const start = canType() ? form.getInputNode('files') : title.current
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

const SUBMITTING = 'Submitting...'
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
          busyLabel={awaitsFile ? 'Preparing photo...' : SUBMITTING}
          // The file field announces what it waits for.
          announced={awaitsFile ? '' : SUBMITTING}
        >
          {submitLabel}
        </BusyButton>
      </Group>
    </div>
  )
}
