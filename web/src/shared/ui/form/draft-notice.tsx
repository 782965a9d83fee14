// What a form says above its fields: that it has an earlier draft, that someone else changed the record, or why it isn't saved.
import { Button } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import type { FormDraft } from '../../drafts/use-form-draft.ts'
import { Notice } from '../feedback/notice.tsx'
import { Problem } from '../feedback/problem.tsx'
import type { useRecordForm } from './use-record-form.ts'

type DraftNoticeProps = { readonly draft: FormDraft; readonly children?: ReactNode }

export const DraftNotice = ({ draft, children }: DraftNoticeProps) => {
  if (draft.state === 'none') return null
  if (draft.state === 'changed')
    return (
      <ChangedNotice onLoadSaved={draft.discard}>
        <p>Someone else changed this while you were away.</p>
        {children}
      </ChangedNotice>
    )
  const discard = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes away, so typing starts over at the first field.
    currentTarget.closest('form,[role=dialog]')?.querySelector('input')?.focus()
    draft.discard()
  }
  return (
    <Notice
      action={
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
      }
    >
      <p>We kept what you entered.</p>
      {children}
    </Notice>
  )
}

type ChangedNoticeProps = { readonly children: ReactNode; readonly onLoadSaved: () => void }

export const ChangedNotice = ({ children, onLoadSaved }: ChangedNoticeProps) => (
  <Notice
    tone="warning"
    action={
      <Button variant="default" onClick={onLoadSaved}>
        Load saved values
      </Button>
    }
  >
    {children}
    <p>What you entered is still here. Save again to replace the other change.</p>
  </Notice>
)

type SaveProblemProps = {
  readonly record: Pick<ReturnType<typeof useRecordForm>, 'isConflict' | 'error' | 'loadSaved'>
  /** What to say if someone else changed the record, if the server's own words don't do. */
  readonly changed?: string
}

/** Why the form wasn't saved, unless a field says it. */
export const SaveProblem = ({ record, changed }: SaveProblemProps) => {
  const { isConflict, error, loadSaved } = record
  if (!error) return null
  if (!isConflict) return <Problem error={error} />
  return (
    <ChangedNotice onLoadSaved={loadSaved}>
      <p>{changed ?? error.message}</p>
    </ChangedNotice>
  )
}
