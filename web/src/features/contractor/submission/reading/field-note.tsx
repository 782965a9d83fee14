// What the file says about a field, below its input.
import { Button } from '@mantine/core'
import { IconFileText } from '../../../../shared/ui/icons.ts'
import classes from './field-note.module.css'
import type { Offer } from './offers.ts'

type FieldNoteProps = {
  readonly label: string
  readonly offer: Offer
  readonly disabled: boolean
  readonly onConfirm: () => void
  readonly onUse: (text: string) => void
}

export const FieldNote = ({ label, offer, disabled, onConfirm, onUse }: FieldNoteProps) => {
  if (offer.kind === 'note') return offer.note
  const isFilled = offer.kind === 'filled'
  return (
    <span
      className={`line muted anywhere mt-1 ${classes.note}`}
      data-filled={isFilled || undefined}
    >
      <IconFileText size={16} stroke={1.75} aria-hidden="true" />
      <span>{isFilled ? 'From your file' : offer.says}</span>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={disabled}
        onClick={() => (isFilled ? onConfirm() : onUse(offer.text))}
      >
        {isFilled ? 'Confirm' : 'Use it'}
        <span className="visually-hidden"> {isFilled ? label : `for ${label}`}</span>
      </Button>
    </span>
  )
}
