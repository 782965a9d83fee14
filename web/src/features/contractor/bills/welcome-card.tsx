// Who is inside the portal, and the ways out of it.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import type { Contractor } from '../verification/portal-flow.ts'
import classes from './welcome-card.module.css'

type WelcomeCardProps = {
  readonly contractor: Contractor
  readonly takesFocus: boolean
  readonly onChangeEmail: () => void
  readonly onSignOut: () => void
}

export const WelcomeCard = (props: WelcomeCardProps) => {
  const { contractor, takesFocus, onChangeEmail, onSignOut } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Card>
      <div className={classes.welcome}>
        <span className={classes.mark} aria-hidden="true">
          {initialOf(contractor.vendor)}
        </span>
        <div className={classes.who}>
          <h2 ref={heading} tabIndex={-1} className={classes.vendor}>
            Welcome, {contractor.vendor}
          </h2>
          <p className={classes.email}>
            <EmailText email={contractor.email} />
          </p>
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={onChangeEmail}>
            Change Email
          </Button>
          <Button variant="subtle" color="gray" px="xs" onClick={onSignOut}>
            Sign out of all devices
          </Button>
        </div>
      </div>
    </Card>
  )
}

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? ''
