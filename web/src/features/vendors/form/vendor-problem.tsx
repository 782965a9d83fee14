// The full-screen error of the vendors page: which failure it shows, and the ways out of it.
import type { QboAccount } from '@invoice-desk/contract/accounting-vendors'
import { ERRORS } from '@invoice-desk/contract/errors'
import { Box, Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError, isRefusal, messageOf } from '../../../shared/api-error.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { Endless } from '../../../shared/use-endless.ts'
import type { VendorPart } from '../api.ts'
import type { FormProblem } from './use-vendor-form.ts'

type VendorProblemProps = FormProblem & {
  readonly backLabel?: string
  readonly onRetry?: () => void
  readonly onBack?: () => void
}

export const VendorProblem = (problem: VendorProblemProps) => {
  const { message, error, backLabel, onRetry, onBack } = problem
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
      <ThemeIcon variant="light" color="red" size={48} radius={24} fz={24} fw={700} aria-hidden>
        !
      </ThemeIcon>
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

type Sources = {
  readonly list: Endless<VendorPart>
  readonly accounts: UseQueryResult<QboAccount[]>
  readonly isFormOpen: boolean
}

export const useProblem = ({ list, accounts, isFormOpen }: Sources) => {
  const [formProblem, setFormProblem] = useState<FormProblem>()
  /** When the failure that the user dismissed happened. */
  const [dismissedAt, setDismissedAt] = useState(0)
  const backLabel = isFormOpen ? 'Back to the form' : 'Back to the vendors'

  const find = (): VendorProblemProps | undefined => {
    if (formProblem) return { ...formProblem, backLabel, onBack: () => setFormProblem(undefined) }
    if (list.data === undefined && list.isError && !isRefusal(list.error)) {
      const message = ERRORS.vendors_failed.text
      return { message, error: list.error, onRetry: () => void list.refetch() }
    }
    const hasFailed = accounts.data === undefined && accounts.isError
    // Without a connection, the list is still useful. Only the form needs the accounts.
    const isShownInPage =
      isRefusal(accounts.error) || (needsConnection(accounts.error) && !isFormOpen)
    if (!hasFailed || isShownInPage || accounts.errorUpdatedAt === dismissedAt) return undefined
    return {
      message: ERRORS.qbo_accounts_failed.text,
      error: accounts.error,
      backLabel,
      onRetry: () => void accounts.refetch(),
      onBack: () => setDismissedAt(accounts.errorUpdatedAt),
    }
  }

  return { problem: find(), onFormProblem: setFormProblem }
}

export const NotConnected = ({ text }: { text: string }) => (
  <Box mb="lg">
    <Notice tone="warning" action={<ConnectionsLink />}>
      {text}
    </Notice>
  </Box>
)

const ConnectionsLink = () => <AppLink to={paths.connections()}>Manage connections</AppLink>

/** Retrying doesn't help: someone has to reconnect QuickBooks. */
export const needsConnection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.is('qbo_not_connected', 'qbo_connection_invalid')
