// Buttons beside the page's title: side by side if they fit, otherwise in a menu.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePopup } from '../../../shared/browser/use-popup.ts'
import { IconChevronDown } from '../../../shared/ui/icons.ts'
import classes from './more-actions.module.css'

export const MoreActions = ({ children }: { children: ReactNode }) => {
  const { isOpen, close, root, button, panel } = usePopup()
  // A dialog that opens next returns focus to this button, because those in the menu are gone by then.
  const leave = () => {
    if (!isOpen) return
    close()
    button.ref.current?.focus()
  }
  return (
    <div ref={root} className={classes.more}>
      <Button
        {...button}
        className={classes.open}
        variant="default"
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        Actions
      </Button>
      <div {...panel} className={`panel popup stack gap-2 ${classes.items}`} onClickCapture={leave}>
        {children}
      </div>
    </div>
  )
}
