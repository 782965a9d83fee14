// The full-screen error of the vendors page, and the ways out of it.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { ToneIcon } from '../../../shared/ui/feedback/notice.tsx'
import { ConnectionsLink, needsConnection } from './not-connected.tsx'
import type { PageProblem } from './use-problem.ts'

export const VendorProblem = ({ code, error, backLabel, onRetry, onBack }: PageProblem) => {
  const message = ERRORS[code].text
  const reason = messageOf(error)
  const id = useId()
  const heading = useHeadingFocus()
  return (
    <Stack
      component="section"
      role="alert"
      aria-labelledby={id}
      flex={1}
      mih="70dvh"
      p="2rem var(--gutter)"
      align="center"
      justify="center"
      ta="center"
      style={{ overflowWrap: 'anywhere' }}
    >
      <span data-tone="negative">
        <ToneIcon tone="negative" size={40} />
      </span>
      <Title
        ref={heading}
        id={id}
        tabIndex={-1}
        maw="40rem"
        fz="clamp(1.25rem, 1.1rem + 0.8vw, 1.5rem)"
      >
        Error: {message}
      </Title>
      {reason === message ? null : (
        <Text maw="36rem" c="var(--muted)">
          {reason}
        </Text>
      )}
      {needsConnection(error) ? <ConnectionsLink /> : null}
      <Group gap="xs" justify="center">
        {onRetry ? <Button onClick={onRetry}>Try again</Button> : null}
        {onBack ? (
          <Button variant={onRetry ? 'default' : 'filled'} onClick={onBack}>
            {backLabel}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

/** Focuses the heading. Afterward, focus returns to where it was, so people can continue typing. */
const useHeadingFocus = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo({ top: 0 })
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [before])
  return heading
}
