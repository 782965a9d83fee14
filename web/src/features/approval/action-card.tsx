// The decision: just the buttons that the state allows, and the box for a reason.
import type { Task } from '@invoice-desk/contract/approval'
import { useState } from 'react'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { type AccountingCheck, accountingStatus } from './accounting-check.ts'
import classes from './action-card.module.css'
import { type Action, type ActionName, actionsFor, UNDER_WAY } from './actions.ts'
import { RejectBox } from './reject-box.tsx'
import { useTaskActions } from './use-task-actions.ts'

type ActionCardProps = { readonly task: Task; readonly check: AccountingCheck }

export const ActionCard = ({ task, check }: ActionCardProps) => {
  const { busy, problem, ...act } = useTaskActions(task, check)
  const [rejecting, setRejecting] = useState(false)
  const status = accountingStatus(check, task.details)
  const actions = actionsFor(task.status.name, status)
  const isRejecting = rejecting && actions.some(({ name }) => name === 'reject')
  const reject = async (message: string) => {
    if (await act.reject(message)) setRejecting(false)
  }
  const press = (name: ActionName) => {
    if (name === 'reject') return setRejecting(true)
    if (name === 'add') return void act.add()
    if (name === 'approve-and-add') return void act.approveAndAdd()
    return void act.approveOnly(name)
  }
  return (
    <div className={classes.place} data-print="never" data-foot-bar>
      <Card>
        <h2 className={classes.heading}>Action</h2>
        {problem ? (
          <div className={classes.problem}>
            <Notice tone="negative">{problem}</Notice>
          </div>
        ) : null}
        {actions.length === 0 ? (
          <p>This invoice is paid. There is nothing left to decide.</p>
        ) : null}
        {isRejecting ? (
          <RejectBox
            task={task}
            hasMatch={status.match === 'exact'}
            busy={busy === 'reject'}
            onConfirm={(message) => void reject(message)}
            onCancel={() => setRejecting(false)}
          />
        ) : (
          <div className={classes.buttons}>
            {actions.map((action) => (
              <ActionButton key={action.name} action={action} busy={busy} onPress={press} />
            ))}
          </div>
        )}
      </Card>
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
