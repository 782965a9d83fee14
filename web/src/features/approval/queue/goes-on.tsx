// Lets the approver choose whether a decision opens the next invoice.
import { Checkbox } from '@mantine/core'
import { useGoesOn } from './preferences.ts'
import classes from './queue-bar.module.css'

export const GoesOn = () => {
  const [goesOn, setGoesOn] = useGoesOn()
  return (
    <Checkbox
      size="xs"
      className={classes.choice}
      label="Go to the next invoice after deciding"
      checked={goesOn}
      onChange={({ currentTarget }) => setGoesOn(currentTarget.checked)}
    />
  )
}
