// The form of a new bill. What was typed stays until it has been submitted or cleared.
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import '../../../shared/styles/mantine-rest.css'
import { loadHumanCheck } from '../../../shared/human-check.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { HumanCheckPrint } from '../../../shared/ui/human-check-print.tsx'
import { LeaveGuard } from '../../../shared/ui/leave-guard.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { Contractor } from '../verification/portal-flow.ts'
import { BillInputs } from './bill-inputs.tsx'
import { FileField } from './file-field.tsx'
import { type InvoiceFields, isFilled } from './invoice-fields.ts'
import classes from './new-bill-form.module.css'
import { SimilarDialog } from './similar-dialog.tsx'
import { useBillForm } from './use-bill-form.ts'
import { type Progress, useSubmitInvoice } from './use-submit-invoice.ts'

type NewBillFormProps = {
  readonly contractor: Contractor
  /** What was entered before the form was closed or the session ended. */
  readonly draft: InvoiceFields | undefined
  readonly onDraft: (fields: InvoiceFields) => void
  readonly onSubmitted: (bill: ContractorBill | undefined) => void
  readonly onExpired: () => void
  readonly onCancel: () => void
}

export const NewBillForm = (props: NewBillFormProps) => {
  const { contractor, draft, onDraft, onSubmitted, onExpired, onCancel } = props
  const [isRestored] = useState(draft !== undefined)
  const form = useBillForm(draft, onDraft)
  const { fields } = form
  const sending = useSubmitInvoice({
    contractor,
    onSubmitted,
    onExpired,
    onProblems: form.showProblems,
  })
  const titleId = useId()
  const isBusy = sending.progress.step !== 'idle'

  // Loads while people fill in the form; a failure shows up only when the check is needed.
  useEffect(() => {
    loadHumanCheck().catch(() => {})
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.isValid()) void sending.submit(fields)
  }
  return (
    <Card>
      <form className={classes.form} aria-labelledby={titleId} noValidate onSubmit={submit}>
        <h2 ref={form.title} id={titleId} tabIndex={-1} className={classes.title}>
          New Bill
        </h2>
        {isRestored && isFilled(fields) ? (
          <p className={classes.restored}>
            We kept what you entered before.
            <Button variant="default" size="xs" disabled={isBusy} onClick={form.clear}>
              Clear
            </Button>
          </p>
        ) : null}
        <BillInputs form={form} isBusy={isBusy} />
        <FileField form={form} progress={sending.progress} />
        <Problem problem={sending.problem} />
        {/* No link comes below the buttons: when the form grows or shrinks, the next click must not leave it. */}
        <div className={classes.end}>
          <HumanCheckPrint what="This form" />
          <Actions progress={sending.progress} onCancel={isBusy ? sending.stop : onCancel} />
        </div>
      </form>
      {sending.similar ? (
        <SimilarDialog
          bills={sending.similar}
          onConfirm={() => void sending.submit(fields, true)}
          onCancel={sending.dropSimilar}
        />
      ) : null}
      <LeaveGuard active={isFilled(fields)} />
    </Card>
  )
}

const Problem = ({ problem }: Pick<ReturnType<typeof useSubmitInvoice>, 'problem'>) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  if (!problem) return null
  return (
    <div ref={frame} className={classes.problem}>
      <Notice tone="negative">
        <p>{problem.message}</p>
        {problem.detail ? <p>{problem.detail}</p> : null}
      </Notice>
    </div>
  )
}

type ActionsProps = { readonly progress: Progress; readonly onCancel: () => void }

const Actions = ({ progress, onCancel }: ActionsProps) => {
  const isBusy = progress.step !== 'idle'
  // Once all of it has left, only the answer can tell what became of it.
  const isSent = progress.step === 'sending' && progress.share >= 1
  return (
    <div className={classes.actions} data-foot-bar>
      <Button variant="default" size="md" disabled={isSent} onClick={onCancel}>
        Cancel
      </Button>
      <BusyButton type="submit" size="md" isBusy={isBusy} busyLabel="Submitting...">
        Submit Invoice
      </BusyButton>
    </div>
  )
}
