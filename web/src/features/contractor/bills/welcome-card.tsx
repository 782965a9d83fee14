// Shows who is signed in to the portal, with buttons to change the email or sign out.
import { Avatar, Button, Group, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import type { Contractor } from '../verification/portal-flow.ts'

type WelcomeCardProps = {
  readonly contractor: Contractor
  readonly takesFocus: boolean
  readonly onChangeEmail: () => void
  readonly onSignOut: () => void
}

const WRAP = { overflowWrap: 'anywhere', outline: 0 } as const

export const WelcomeCard = (props: WelcomeCardProps) => {
  const { contractor, takesFocus, onChangeEmail, onSignOut } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Card>
      <Group>
        <Avatar size={44} color="accent" visibleFrom="sm" aria-hidden="true">
          {[...contractor.vendor.trim()][0]?.toUpperCase()}
        </Avatar>
        <div style={{ flex: '1 1 18rem', minWidth: 0 }}>
          <Title order={2} fz={19} ref={heading} tabIndex={-1} style={WRAP}>
            Welcome, {contractor.vendor}
          </Title>
          <Text c="var(--ink-soft)" fz={15} style={WRAP}>
            <EmailText email={contractor.email} />
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" onClick={onChangeEmail}>
            Change Email
          </Button>
          <Button variant="subtle" color="gray" px="xs" onClick={onSignOut}>
            Sign out of all devices
          </Button>
        </Group>
      </Group>
    </Card>
  )
}
