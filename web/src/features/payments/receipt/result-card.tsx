// The result of a payment on its own page: an icon, the message and what to do next.
import { Group, Stack, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../../../shared/ui/card.tsx'

const ICONS = {
  positive: { color: 'green', path: 'M14 24.5l7 7L34.5 17' },
  negative: { color: 'red', path: 'M17 17l14 14M31 17L17 31' },
  waiting: { color: 'accent', path: 'M24 14v11l7 4' },
} as const

type ResultCardProps = {
  readonly tone: keyof typeof ICONS
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const ResultCard = ({ tone, children, action }: ResultCardProps) => (
  <Card>
    <Stack align="center" py="xs" ta="center">
      <ThemeIcon variant="light" size={64} radius={32} color={ICONS[tone].color}>
        <svg viewBox="0 0 48 48" fill="none" stroke="currentColor" strokeWidth={3} aria-hidden>
          <path d={ICONS[tone].path} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </ThemeIcon>
      <Stack
        gap="xs"
        role={tone === 'negative' ? 'alert' : 'status'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </Stack>
      {action ? <Group justify="center">{action}</Group> : null}
    </Stack>
  </Card>
)
