// The theme provider: light or dark, from the system setting or the visitor's choice.
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNonce } from '../shared/api/page-settings.ts'
import { cssVariables, theme } from '../shared/styles/theme.ts'

export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={pageNonce}
  >
    {children}
  </MantineProvider>
)
