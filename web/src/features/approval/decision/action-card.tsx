// The approver's decision: the buttons the task allows, or the question or message box of the pressed one.

import { similarBillsQuestion } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import { formatDollars, parseCents } from '@invoice-desk/contract/values/money'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { KeyHint } from '../../../shared/ui/key-hint.tsx'
import type { CheckedTask } from '../posting/accounting-check.ts'
import classes from './action-card.module.css'
import { BUTTONS, type ButtonName, isAsking, isBlocked, variantOf } from './actions.ts'
import { MessageBox } from './message-box.tsx'
import { type DecisionProps, useDecision } from './use-decision.ts'
import type { Problem, Question } from './use-task-actions.ts'

export const ActionCard = (props: DecisionProps) => {
  const { task } = props
  const { buttons, match, busy, problem, box, question, ...decision } = useDecision(props)
  const button = (name: ButtonName) => (
    <ActionButton
      key={name}
      name={name}
      busy={busy}
      isBlocked={isBlocked(name, match)}
      hasWarning={decision.hasWarning}
      shortcut={name === decision.main ? 'A' : KEYS[name]}
      isKeyActive={decision.isSeen}
      onPress={decision.press}
    />
  )
  const canWait = problem?.canWait && buttons.includes('approve-and-add')
  return (
    <div
      ref={decision.card}
      className={`stack ruled ${classes.card}`}
      data-print="never"
      // A box with a field is part of the page on phones, where a keyboard would cover the bar.
      data-foot-bar={box || problem || buttons.length === 0 ? undefined : true}
    >
      <Title order={2} tabIndex={-1} className="visually-hidden">
        Action
      </Title>
      {problem ? (
        <ProblemNotice
          problem={problem}
          waitButton={canWait ? button('approve-and-wait') : undefined}
        />
      ) : null}
      {buttons.length === 0 ? <p>This invoice is paid. There's nothing left to decide.</p> : null}
      {question ? (
        <SimilarQuestion
          task={task}
          question={question}
          onAgree={() => decision.agree(question)}
          onCancel={decision.disagree}
        />
      ) : box && isAsking(box) ? (
        <MessageBox
          key={box}
          task={task}
          name={box}
          hasMatch={match === 'exact'}
          busy={busy === box}
          takesFocus={decision.takesFocus}
          onConfirm={(message) => decision.turnDown(box, message)}
          onCancel={decision.cancelMessage}
        />
      ) : (
        <>
          <Subject task={task} />
          {buttons.some((name) => isBlocked(name, match)) ? (
            <Text fz="sm" c="var(--muted)">
              Checking QuickBooks...
            </Text>
          ) : null}
          <div className={classes.buttons}>{buttons.map(button)}</div>
        </>
      )}
    </div>
  )
}

const KEYS: Partial<Record<ButtonName, string>> = { reject: 'R', request_changes: 'C' }

/** On phones, the buttons can be far from the details. */
const Subject = ({ task: { details } }: Pick<CheckedTask, 'task'>) => (
  <p className={`small between ${classes.subject}`} aria-hidden="true">
    <span className="ellipsis">
      {details.invoiceNumber}, {details.vendor}
    </span>
    <strong>{formatDollars(details.amount)}</strong>
  </p>
)

type ActionButtonProps = {
  readonly name: ButtonName
  readonly busy: ButtonName | undefined
  readonly isBlocked: boolean
  readonly hasWarning: boolean
  readonly shortcut: string | undefined
  readonly isKeyActive: boolean
  readonly onPress: (name: ButtonName) => void
}

/** One of the approver's buttons, with the key that does the same. */
const ActionButton = (props: ActionButtonProps) => {
  const { name, busy, isBlocked, hasWarning, shortcut, isKeyActive, onPress } = props
  const { label, announced } = BUTTONS[name]
  return (
    <BusyButton
      data-action={name}
      className={name === 'approve-and-wait' ? 'wrapping' : undefined}
      variant={variantOf(name, hasWarning)}
      {...(name === 'reject' ? { c: 'var(--negative)' } : {})}
      {...(shortcut && isKeyActive ? { 'aria-keyshortcuts': shortcut } : {})}
      fullWidth
      isBusy={busy === name}
      announced={announced}
      disabled={isBlocked || (busy !== undefined && busy !== name)}
      rightSection={shortcut ? <KeyHint>{shortcut}</KeyHint> : null}
      onClick={() => onPress(name)}
    >
      {label}
    </BusyButton>
  )
}

type ProblemNoticeProps = { readonly problem: Problem; readonly waitButton?: ReactNode }

/** Why an action failed, and what the approver can do about it. */
const ProblemNotice = ({ problem, waitButton }: ProblemNoticeProps) => (
  <Notice tone={problem.tone === 'error' ? 'negative' : 'warning'} action={waitButton}>
    <p>{problem.text}</p>
    {waitButton ? <p>You can also approve it now. We'll keep trying to add the bill.</p> : null}
    {problem.emailWithoutAccount ? (
      <AppLink to={paths.vendors(problem.emailWithoutAccount)}>Choose a bill account</AppLink>
    ) : null}
  </Notice>
)

type SimilarQuestionProps = {
  readonly task: Task
  readonly question: Question
  readonly onAgree: () => void
  readonly onCancel: () => void
}

/** Asks in place whether to add a bill although QuickBooks has a similar one. */
const SimilarQuestion = ({ task, question, onAgree, onCancel }: SimilarQuestionProps) => (
  <Stack
    gap="sm"
    role="group"
    aria-labelledby="similar-title"
    aria-describedby="similar-text"
    onKeyDown={({ key }) => key === 'Escape' && onCancel()}
  >
    <div>
      <Text component="h3" id="similar-title" fz="inherit" fw={600}>
        Add this bill too?
      </Text>
      <p id="similar-text">
        {similarBillsQuestion(question.bills, parseCents(task.details.amount) ?? 0)}
      </p>
    </div>
    <Group gap="sm">
      <Button variant="light" autoFocus onClick={onCancel}>
        Cancel
      </Button>
      <Button variant="default" onClick={onAgree}>
        Add this bill too
      </Button>
    </Group>
  </Stack>
)
