// A button in a table row. Screen readers get its label with the row's name.
import { Button } from '@mantine/core'

type RowButtonProps = {
  readonly label: string
  readonly name: string
  readonly onClick: () => void
}

export const RowButton = ({ label, name, onClick }: RowButtonProps) => (
  <Button variant="default" size="xs" flex="none" aria-label={`${label} ${name}`} onClick={onClick}>
    {label}
  </Button>
)
