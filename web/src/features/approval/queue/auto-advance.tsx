// Lets the approver choose whether a decision opens the next invoice.
import { Checkbox } from '@mantine/core'
import { useAutoAdvance } from './preferences.ts'
import classes from './queue-bar.module.css'

export const AutoAdvance = () => {
  const [advances, setAdvances] = useAutoAdvance()
  return (
    <Checkbox
      size="xs"
      className={classes.choice}
      label="Go to the next invoice after deciding"
      checked={advances}
      onChange={({ currentTarget }) => setAdvances(currentTarget.checked)}
    />
  )
}
