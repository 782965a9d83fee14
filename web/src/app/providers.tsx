// What every page stands on: the look, light or dark as the system says or the visitor chose.
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../shared/page-settings.ts'
import { cssVariables, theme } from '../shared/theme.ts'

export const Providers = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    {children}
  </MantineProvider>
)
