// Connects Mantine to the design tokens and the business's color. Every text and background pair meets WCAG AA.
import { accentScale, DEFAULT_COLOR } from '@invoice-desk/contract/values/accent-scale'
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { pageSettings } from '../api/page-settings.ts'

const gray: MantineColorsTuple = [
  '#f6f5f1',
  '#efede7',
  '#e3e0d8',
  '#d3d0c7',
  '#b9bab3',
  '#858d88',
  '#5a6562',
  '#454f4c',
  '#2c3532',
  '#17211f',
]

const dark: MantineColorsTuple = [
  '#e8eeec',
  '#c3cecb',
  '#a0aeab',
  '#70807c',
  '#445250',
  '#2a3735',
  '#1c2827',
  '#151f1e',
  '#0e1615',
  '#0a1110',
]

/** In dark mode, the brand is light and needs dark text. */
const brandColors: VariantColorsResolver = (input) => {
  const isBrand = input.color === undefined || input.color === 'accent'
  if (input.variant !== 'filled' || !isBrand) return defaultVariantColorsResolver(input)
  return {
    background: 'var(--brand)',
    hover: 'var(--brand-hover)',
    color: 'var(--on-brand)',
    border: '1px solid transparent',
  }
}

export const theme = createTheme({
  colors: { accent: accentScale(pageSettings.color ?? DEFAULT_COLOR), gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  variantColorResolver: brandColors,
  black: '#17211f',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  components: {
    // Inside <main>: in a portal its header would count as a second banner landmark.
    Modal: { defaultProps: { withinPortal: false } },
  },
})

const TOKENS = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border)',
  '--mantine-color-anchor': 'var(--brand)',
  '--mantine-color-error': 'var(--negative)',
  '--mantine-color-accent-light': 'var(--brand-soft)',
  '--mantine-color-accent-light-hover': 'var(--brand-soft)',
  '--mantine-color-accent-light-color': 'var(--brand)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: TOKENS,
  dark: TOKENS,
})
