// One of the approver's buttons, with the key that does the same.
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { KeyHint } from '../../../shared/ui/key-hint.tsx'
import { BUTTONS, type ButtonName, variantOf } from './actions.ts'

type ActionButtonProps = {
  readonly name: ButtonName
  readonly busy: ButtonName | undefined
  readonly isBlocked: boolean
  readonly hasWarning: boolean
  readonly shortcut: string | undefined
  readonly isKeyActive: boolean
  readonly onPress: (name: ButtonName) => void
}

export const ActionButton = (props: ActionButtonProps) => {
  const { name, busy, isBlocked, hasWarning, shortcut, isKeyActive, onPress } = props
  const { label, announced } = BUTTONS[name]
  return (
    <BusyButton
      data-action={name}
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
