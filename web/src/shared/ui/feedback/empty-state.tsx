// Shown in place of an empty list.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Stack
    className="panel"
    gap={6}
    align="center"
    px="lg"
    py="clamp(2rem, 6vw, 3.5rem)"
    c="var(--muted)"
    ta="center"
  >
    <Text c="var(--text)" fz="var(--font-body)" fw={600}>
      {title}
    </Text>
    {children}
  </Stack>
)
