// The approver's decision: the buttons the task allows, and the box for a rejection reason.
import { similarBillsQuestion } from '@invoice-desk/contract/accounting'
import { parseCents } from '@invoice-desk/contract/money'
import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { accountingStatus, type CheckedTask } from '../posting/accounting-check.ts'
import classes from './action-card.module.css'
import { BUTTONS, type ButtonName, buttonsFor, isBlocked } from './actions.ts'
import { forgetReason, hasReasonDraft, RejectBox } from './reject-box.tsx'
import { type Problem, useTaskActions } from './use-task-actions.ts'

export const ActionCard = ({ task, check }: CheckedTask) => {
  const { busy, problem, question, ...act } = useTaskActions(task, check)
  // Opens with a saved reason, but takes focus only if the button was pressed.
  const [rejecting, setRejecting] = useState<'reopened' | 'pressed' | undefined>(
    hasReasonDraft(task.id) ? 'reopened' : undefined,
  )
  const heading = useFocusAfter(busy)
  const status = accountingStatus(check, task.details)
  const buttons = buttonsFor(task.actions, status.match)
  const reject = async (message: string) => {
    if (!(await act.reject(message))) return
    forgetReason(task.id)
    setRejecting(undefined)
  }
  const cancel = () => {
    setRejecting(undefined)
    heading.current?.focus({ preventScroll: true })
  }
  const press = (name: ButtonName) => {
    if (name === 'reject') setRejecting('pressed')
    else if (name === 'add' || name === 'approve-and-add') act.addBill(name)
    else act.send(name)
  }
  const button = (name: ButtonName) => (
    <ActionButton
      key={name}
      name={name}
      busy={busy}
      blocked={isBlocked(name, status.match)}
      onPress={press}
    />
  )
  return (
    <div className={classes.place} data-print="never" data-foot-bar>
      <Card>
        <Title order={2} fz="lg" ref={heading} tabIndex={-1} className={classes.heading}>
          Action
        </Title>
        {problem ? (
          <ProblemNotice
            problem={problem}
            waitButton={
              problem.canWait && buttons.includes('approve-and-add')
                ? button('approve-and-wait')
                : undefined
            }
          />
        ) : null}
        {buttons.length === 0 ? <p>This invoice is paid. There's nothing left to decide.</p> : null}
        {rejecting && buttons.includes('reject') ? (
          <RejectBox
            task={task}
            hasMatch={status.match === 'exact'}
            busy={busy === 'reject'}
            takesFocus={rejecting === 'pressed'}
            onConfirm={(message) => void reject(message)}
            onCancel={cancel}
          />
        ) : (
          <Group gap={10} align="flex-start">
            {buttons.map(button)}
          </Group>
        )}
      </Card>
      {question ? (
        <ConfirmDialog
          title="Add this bill too?"
          confirmLabel="Add this bill too"
          color="accent"
          onConfirm={() => act.agree(question)}
          onCancel={act.disagree}
        >
          <p>{similarBillsQuestion(question.bills, parseCents(task.details.amount) ?? 0)}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

/** Focuses the heading when an action ends and its button is gone. */
const useFocusAfter = (busy: ButtonName | undefined) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (busy === undefined && wasBusy.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
    wasBusy.current = busy !== undefined
  }, [busy])
  return heading
}

type ProblemNoticeProps = { readonly problem: Problem; readonly waitButton?: ReactNode }

const ProblemNotice = ({ problem, waitButton }: ProblemNoticeProps) => (
  <Box mb="md">
    <Notice tone={problem.tone === 'error' ? 'negative' : 'warning'} action={waitButton}>
      <p>{problem.text}</p>
      {waitButton ? <p>You can also approve it now. We'll keep trying to add the bill.</p> : null}
      {problem.emailWithoutAccount ? (
        <AppLink to={paths.vendors(problem.emailWithoutAccount)}>Choose a bill account</AppLink>
      ) : null}
    </Notice>
  </Box>
)

type ActionButtonProps = {
  readonly name: ButtonName
  readonly busy: ButtonName | undefined
  readonly blocked: boolean
  readonly onPress: (name: ButtonName) => void
}

const ActionButton = ({ name, busy, blocked, onPress }: ActionButtonProps) => {
  const { label, announced, isPrimary } = BUTTONS[name]
  return (
    <Box flex={{ base: '1 1 auto', xs: '0 1 15rem' }}>
      <BusyButton
        variant={isPrimary ? 'filled' : 'default'}
        {...(name === 'reject' ? { c: 'var(--mantine-color-error)' } : {})}
        fullWidth
        isBusy={busy === name}
        announced={announced}
        disabled={blocked || (busy !== undefined && busy !== name)}
        onClick={() => onPress(name)}
      >
        {label}
      </BusyButton>
      {blocked ? (
        <Text mt={4} fz="sm" c="var(--muted)">
          Checking QuickBooks...
        </Text>
      ) : null}
    </Box>
  )
}
