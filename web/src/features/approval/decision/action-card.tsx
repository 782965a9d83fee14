// The decision: just the buttons that the state allows, and the box for a reason.
import type { Task } from '@invoice-desk/contract/approval'
import { useEffect, useRef, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { type AccountingCheck, accountingStatus } from '../posting/accounting-check.ts'
import { SimilarDialog } from '../posting/similar-dialog.tsx'
import classes from './action-card.module.css'
import { type Action, type ActionName, APPROVE_AND_WAIT, actionsFor, UNDER_WAY } from './actions.ts'
import { forgetReason, hasReasonDraft, RejectBox } from './reject-box.tsx'
import { useTaskActions } from './use-task-actions.ts'

type ActionCardProps = { readonly task: Task; readonly check: AccountingCheck }

export const ActionCard = ({ task, check }: ActionCardProps) => {
  const { busy, problem, question, ...act } = useTaskActions(task, check)
  // A reason that was typed before is shown again, and one that was asked for takes the focus.
  const [rejecting, setRejecting] = useState<'reopened' | 'asked' | undefined>(
    hasReasonDraft(task.id) ? 'reopened' : undefined,
  )
  // The button that was pressed may be gone when its work is done.
  const heading = useRef<HTMLHeadingElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (busy === undefined && wasBusy.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    wasBusy.current = busy !== undefined
  }, [busy])
  const status = accountingStatus(check, task.details)
  const actions = actionsFor(task.status.name, status)
  const offers = (name: ActionName) => actions.some((action) => action.name === name)
  const isWaitOffered = problem?.canWait && offers('approve-and-add')
  const reject = async (message: string) => {
    if (!(await act.reject(message))) return
    forgetReason(task.id)
    setRejecting(undefined)
  }
  const cancel = () => {
    setRejecting(undefined)
    heading.current?.focus({ preventScroll: true })
  }
  const press = (name: ActionName) => {
    if (name === 'reject') return setRejecting('asked')
    if (name === 'add' || name === 'approve-and-add') return act.addBill(name)
    return act.approve(name)
  }
  return (
    <div className={classes.place} data-print="never" data-foot-bar>
      <Card>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          Action
        </h2>
        {problem ? (
          <div className={classes.problem}>
            <Notice
              tone={problem.tone}
              action={
                isWaitOffered ? (
                  <ActionButton action={APPROVE_AND_WAIT} busy={busy} onPress={press} />
                ) : null
              }
            >
              <p>{problem.text}</p>
              {isWaitOffered ? (
                <p>You can also approve it now. We'll keep trying to add the bill.</p>
              ) : null}
              {problem.emailWithoutAccount ? (
                <AppLink to={paths.vendors(problem.emailWithoutAccount)}>
                  Choose a bill account
                </AppLink>
              ) : null}
            </Notice>
          </div>
        ) : null}
        {actions.length === 0 ? (
          <p>This invoice is paid. There is nothing left to decide.</p>
        ) : null}
        {rejecting && offers('reject') ? (
          <RejectBox
            task={task}
            hasMatch={status.match === 'exact'}
            busy={busy === 'reject'}
            takesFocus={rejecting === 'asked'}
            onConfirm={(message) => void reject(message)}
            onCancel={cancel}
          />
        ) : (
          <div className={classes.buttons}>
            {actions.map((action) => (
              <ActionButton key={action.name} action={action} busy={busy} onPress={press} />
            ))}
          </div>
        )}
      </Card>
      {question ? (
        <SimilarDialog
          task={task}
          bills={question.bills}
          onAgree={() => act.agree(question)}
          onCancel={act.disagree}
        />
      ) : null}
    </div>
  )
}

type ActionButtonProps = {
  readonly action: Action
  readonly busy: ActionName | undefined
  readonly onPress: (name: ActionName) => void
}

const ActionButton = ({ action, busy, onPress }: ActionButtonProps) => {
  const { name, label, blocked } = action
  const isPrimary = name === 'approve' || name === 'approve-and-add' || name === 'add'
  const style = name === 'reject' ? { c: 'var(--mantine-color-error)' } : {}
  return (
    <div className={classes.action}>
      <BusyButton
        {...(isPrimary ? {} : { variant: 'default' })}
        {...style}
        fullWidth
        isBusy={busy === name}
        announced={UNDER_WAY[name]}
        disabled={blocked !== undefined || (busy !== undefined && busy !== name)}
        onClick={() => onPress(name)}
      >
        {label}
      </BusyButton>
      {blocked ? <p className={classes.blocked}>{blocked}</p> : null}
    </div>
  )
}
