// Says that a form has what someone typed before the session ended, and lets them discard it.
import { Button } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import type { KeptForm } from '../../drafts/use-kept-form.ts'
import { ChangedNotice } from '../feedback/changed-notice.tsx'
import { Notice } from '../feedback/notice.tsx'

type KeptNoticeProps = { readonly kept: KeptForm; readonly children?: ReactNode }

export const KeptNotice = ({ kept, children }: KeptNoticeProps) => {
  if (kept.state === 'none') return null
  if (kept.state === 'changed')
    return (
      <ChangedNotice onLoadSaved={kept.discard}>
        <p>Someone else changed this while you were away.</p>
        {children}
      </ChangedNotice>
    )
  const discard = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes away, so typing starts over at the first field.
    currentTarget.closest('form,[role=dialog]')?.querySelector('input')?.focus()
    kept.discard()
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
