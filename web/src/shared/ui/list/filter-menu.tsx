// A button that opens the inputs of one filter.
import { Button } from '@mantine/core'
import { usePopup } from '../../browser/use-popup.ts'
import { IconChevronDown } from '../icons.ts'
import type { Filter } from './filter.ts'
import classes from './list.module.css'

export const FilterMenu = ({ filter: { label, chosen, inputs } }: { filter: Filter }) => {
  const popup = usePopup()
  const done = () => {
    popup.close()
    popup.button.ref.current?.focus()
  }
  return (
    <div ref={popup.root} className={classes.menu}>
      <Button
        {...popup.button}
        variant={chosen === '' ? 'default' : 'light'}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        {label}
      </Button>
      <fieldset
        {...popup.panel}
        ref={popup.isOpen ? keepInView : null}
        className={`panel ${classes.popup}`}
        aria-label={label}
      >
        {/* Rendered while open, so the inputs start with what is chosen. */}
        {popup.isOpen ? inputs(done) : null}
      </fieldset>
    </div>
  )
}

/** Moves it to the left if it would leave the page. */
const keepInView = (panel: HTMLElement | null) => {
  if (!panel) return
  panel.style.left = ''
  const space = document.body.clientWidth - panel.getBoundingClientRect().right - 12
  panel.style.left = `${Math.min(0, space)}px`
}
