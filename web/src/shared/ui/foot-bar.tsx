// A bar with the page's main buttons that sticks to the bottom of the screen.
import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode } from 'react'

export const FootBar = ({ children, ...props }: BoxProps & { readonly children: ReactNode }) => (
  <Box
    data-foot-bar
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
