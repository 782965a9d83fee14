// The approver's decision: the buttons the task allows, or the question or message box of the pressed one.
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Text, Title } from '@mantine/core'
import type { CheckedTask } from '../posting/accounting-check.ts'
import { ActionButton } from './action-button.tsx'
import classes from './action-card.module.css'
import { type ButtonName, isAsking, isBlocked } from './actions.ts'
import { MessageBox } from './message-box.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { SimilarQuestion } from './similar-question.tsx'
import { type DecisionProps, useDecision } from './use-decision.ts'

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
      className={classes.card}
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
  <p className={classes.subject} aria-hidden="true">
    <span>
      {details.invoiceNumber}, {details.vendor}
    </span>
    <strong>{formatDollars(details.amount)}</strong>
  </p>
)
