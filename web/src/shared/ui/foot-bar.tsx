// A bar with the page's main buttons that sticks to the bottom of the screen.
import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode } from 'react'

type FootBarProps = BoxProps & {
  /** For screen readers, if it's more than the buttons of a form. */
  readonly label?: string
  readonly children: ReactNode
}

export const FootBar = ({ label, children, ...props }: FootBarProps) => (
  <Box
    data-foot-bar
    {...(label ? { role: 'region', 'aria-label': label } : {})}
    pos="sticky"
    bottom={0}
    pt="xs"
    pb="calc(0.625rem + env(safe-area-inset-bottom))"
    bg="var(--surface)"
    style={{ zIndex: 100, borderTop: '1px solid var(--border)' }}
    {...props}
  >
    {children}
  </Box>
)
