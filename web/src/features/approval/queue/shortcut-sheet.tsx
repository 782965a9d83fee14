// Lists the keyboard shortcuts of the approval page, and turns them off.
import { Checkbox, Stack } from '@mantine/core'
import { commandText } from '../../../shared/browser/command-key.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { useHasShortcuts } from './preferences.ts'
import classes from './shortcut-sheet.module.css'

const SHORTCUTS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['J', 'N'], 'Next invoice'],
  [['K', 'P'], 'Previous invoice'],
  [['A'], 'Approve. If there’s a warning, you confirm first'],
  [['R'], 'Reject: opens the box for the reason'],
  [['C'], 'Request changes: opens the box for the message'],
  [['/'], 'Search the pending invoices'],
  [['?'], 'Show this list'],
]

export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
  const [isOn, setOn] = useHasShortcuts()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Stack>
        <dl className="facts">
          {SHORTCUTS.map(([keys, does]) => (
            <div key={does}>
              <dt>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 ? ' or ' : null}
                    <kbd className={classes.key}>{key}</kbd>
                  </span>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label="Use these shortcuts"
          checked={isOn}
          onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        />
        <p className="muted">
          <kbd className={classes.key}>{commandText('K')}</kbd> searches everything, on every page.
        </p>
      </Stack>
    </Dialog>
  )
}
