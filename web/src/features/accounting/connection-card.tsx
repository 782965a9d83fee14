// The connection to QuickBooks: how it stands, and a way to make or renew it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal, messageOf } from '../../shared/api-error.ts'
import { useAnnouncement } from '../../shared/ui/announcements.tsx'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Pill } from '../../shared/ui/pill.tsx'
import { Problem } from '../../shared/ui/problem.tsx'
import { connectionQuery, leaveForQuickBooks } from './api.ts'
import classes from './connection-card.module.css'
import {
  checkFailure,
  connectionBadge,
  connectLabel,
  describeConnection,
} from './connection-text.ts'

export const ConnectionCard = () => {
  const query = useQuery(connectionQuery)
  const { problem, leaving, leave } = useLeaving()
  useAnnouncement(query.isPending ? 'Checking the connection...' : undefined)
  const status = query.data?.status ?? (query.isError ? 'error' : 'loading')
  const badge = connectionBadge(status)
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={classes.title}>QuickBooks Online</h2>
        <Pill tone={badge.tone}>{badge.label}</Pill>
      </div>
      <p className={classes.description} aria-live="polite">
        {query.data ? describeConnection(query.data) : 'Bills, vendors and customer invoices.'}
      </p>
      {query.isError ? (
        <div className={classes.problem}>
          <CheckFailed error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {problem ? (
        <div className={classes.problem}>
          <Notice tone="negative">{problem}</Notice>
        </div>
      ) : null}
      <BusyButton
        isBusy={leaving}
        announced="Opening QuickBooks..."
        disabled={query.isPending}
        onClick={leave}
      >
        {connectLabel(status)}
      </BusyButton>
    </Card>
  )
}

type CheckFailedProps = { readonly error: unknown; readonly onRetry: () => void }

const CheckFailed = ({ error, onRetry }: CheckFailedProps) => {
  if (isRefusal(error)) return <Problem error={error} />
  const text = checkFailure(error)
  const reason = messageOf(error)
  return (
    <Notice
      tone="negative"
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{text}</p>
      {reason === text ? null : <p>{reason}</p>}
    </Notice>
  )
}

const useLeaving = () => {
  const [leaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leave = async () => {
    setLeaving(true)
    setProblem(undefined)
    try {
      await leaveForQuickBooks()
    } catch (error) {
      setProblem(`Failed to initialize QuickBooks connection: ${messageOf(error)}`)
      setLeaving(false)
    }
  }
  return { leaving, problem, leave }
}
