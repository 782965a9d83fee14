// A bar with the page's main buttons that sticks to the bottom of the screen.
import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

type FootBarProps = BoxProps & {
  /** For screen readers, if it's more than the buttons of a form. */
  readonly label?: string
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

export const FootBar = ({ label, className = '', children, ...props }: FootBarProps) => (
  <Box
    data-foot-bar
    className={`foot-bar ${className}`}
    {...(label ? { role: 'region', 'aria-label': label } : {})}
    {...props}
  >
    {children}
  </Box>
)
