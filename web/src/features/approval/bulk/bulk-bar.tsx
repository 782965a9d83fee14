// What can be done with the selected invoices, at the bottom of the screen.

import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLoadBeforeUse } from '../../../shared/api/load-before-use.ts'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { FootBar } from '../../../shared/ui/form/foot-bar.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import type { Choice } from './check.ts'
import { BULK_MAX, CHOICES, labelOf, totalText } from './texts.ts'

const loadDialog = () => import('./bulk-dialog.tsx')
const BulkDialog = lazyPart(loadDialog, 'BulkDialog')

type BulkBarProps = {
  readonly selected: readonly PendingInvoice[]
  readonly onClear: () => void
}

export const BulkBar = ({ selected, onClear }: BulkBarProps) => {
  useLoadBeforeUse(loadDialog)
  // The selection shrinks while its invoices are decided, so the dialog keeps its own list.
  const [open, setOpen] = useState<{ choice: Choice; invoices: readonly PendingInvoice[] }>()
  const isTooLong = selected.length > BULK_MAX
  return (
    <>
      {selected.length > 0 ? (
        <FootBar className="row between" label="Selected invoices" ref={passFocusOn}>
          <p className="line gap-3">
            <strong>{totalText(selected)}</strong>
            <Button variant="subtle" size="compact-sm" onClick={onClear}>
              Clear
            </Button>
          </p>
          {isTooLong ? (
            <p>Select at most {BULK_MAX} to decide them together.</p>
          ) : (
            <div className="wrap phone-pair">
              {CHOICES.map((choice) => (
                <Button
                  key={choice}
                  variant={choice === 'approve-and-add' ? 'filled' : 'default'}
                  {...(choice === 'reject' ? { c: 'var(--negative)' } : {})}
                  onClick={() => setOpen({ choice, invoices: selected })}
                >
                  {labelOf(choice)}
                </Button>
              ))}
            </div>
          )}
        </FootBar>
      ) : null}
      {open ? <BulkDialog {...open} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

/** The bar goes away with the selection. */
const passFocusOn = (bar: HTMLElement | null) => () => {
  if (bar?.contains(document.activeElement)) focusTitle()
}
