// The key that does the same as a button, shown on wide screens. It isn't part of the button's text: screen readers get
// it from `aria-keyshortcuts`.
import classes from './key-hint.module.css'

export const KeyHint = ({ children }: { children: string }) => (
  <span className={classes.key} data-key={children} aria-hidden="true" />
)
