// Buttons without Mantine, for the first page, which must load quickly.
import type { ComponentProps } from 'react'
import { AppLink, type AppLinkProps } from '../navigation/app-link.tsx'
import classes from './plain-button.module.css'

export const PlainButton = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button type="button" className={classes.button} {...props} />
)

/** A link that looks like a button. */
export const PlainLink = (props: Omit<AppLinkProps, 'className'>) => (
  <AppLink className={classes.button} {...props} />
)
