// A full-page error: what went wrong, and the way back.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './error-screen.module.css'

type ErrorScreenProps = {
  readonly message: string
  /** Details, such as the server's reason. */
  readonly children?: ReactNode
  readonly actions: ReactNode
}

export const ErrorScreen = ({ message, children, actions }: ErrorScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // Focus returns to where it was, so people can continue typing.
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo({ top: 0 })
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [before])
  return (
    <section className={classes.screen} role="alert" aria-labelledby={id}>
      <h1 ref={heading} id={id} tabIndex={-1} className={classes.title}>
        Error: {message}
      </h1>
      {children ? <div className={classes.more}>{children}</div> : null}
      <div className={classes.actions}>{actions}</div>
    </section>
  )
}
