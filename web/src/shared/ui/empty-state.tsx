// Shown in place of an empty list.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Stack
    gap={6}
    align="center"
    px="lg"
    py="clamp(2rem, 8vw, 4rem)"
    bd="1px dashed var(--border-strong)"
    bdrs="lg"
    c="var(--muted)"
    ta="center"
  >
    <Text c="var(--text)" fw={600}>
      {title}
    </Text>
    {children}
  </Stack>
)
