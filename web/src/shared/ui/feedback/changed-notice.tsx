// Shown when someone else changed the record you're editing.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

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
