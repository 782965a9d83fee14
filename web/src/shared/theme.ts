// The Mantine theme: system fonts and the business's color. Every text and background pair meets WCAG AA.
import { accentScale, DEFAULT_COLOR } from '@invoice-desk/contract/accent-scale'
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { pageSettings } from './page-settings.ts'

const gray: MantineColorsTuple = [
  '#f6f8f9',
  '#eef1f3',
  '#e2e7ea',
  '#d3dade',
  '#b9c3c9',
  '#808d95',
  '#56636b',
  '#434f56',
  '#2f393f',
  '#1b2327',
]

const dark: MantineColorsTuple = [
  '#dbe1e5',
  '#bcc6cc',
  '#9aa7af',
  '#6b7982',
  '#4a5761',
  '#36424c',
  '#232e37',
  '#1a242c',
  '#151d24',
  '#0e151b',
]

const SANS =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

export const theme = createTheme({
  colors: { accent: accentScale(pageSettings.color ?? DEFAULT_COLOR), gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  black: '#1b2327',
  fontFamily: SANS,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '18px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: { fontFamily: SANS, fontWeight: '650' },
  components: {
    // Inside <main>: in a portal its header would count as a second banner landmark.
    Modal: { defaultProps: { withinPortal: false } },
  },
})

/** Mantine's defaults for these have too little contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-error': '#b3261e', '--mantine-color-placeholder': gray[6] },
  dark: {
    '--mantine-color-error': '#f0877f',
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-accent-light': 'var(--mantine-color-accent-9)',
    '--mantine-color-accent-light-hover': 'var(--mantine-color-accent-8)',
  },
})
