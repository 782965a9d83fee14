// The colors of an email. Clients that know dark mode read them from the style rules, all others use the inline ones.
import { type AccentScale, accentScale } from '@invoice-desk/contract/values/accent-scale'

type Color = readonly [
  property: 'background' | 'border-color' | 'color',
  light: string,
  dark: string,
]

const INK = '#17211f'
const PAPER = '#e8eeec'

const rolesOf = (accent: AccentScale) =>
  ({
    page: ['background', '#f6f5f1', '#0e1615'],
    card: ['background', '#ffffff', '#151f1e'],
    soft: ['background', '#f6f5f1', '#1f2b2a'],
    warn: ['background', '#fdf1d8', '#33270f'],
    /** Behind the product's mark, which is white. */
    tile: ['background', accent[7], accent[7]],
    /** Behind the business's logo, because many logos are dark. */
    white: ['background', '#ffffff', '#ffffff'],
    button: ['background', accent[7], accent[3]],
    line: ['border-color', '#e3e0d8', '#2a3735'],
    total: ['border-color', INK, PAPER],
    text: ['color', INK, PAPER],
    muted: ['color', '#5a6562', '#a0aeab'],
    onWarn: ['color', '#764800', '#f0c374'],
    onButton: ['color', '#ffffff', '#0e1615'],
    link: ['color', accent[7], accent[3]],
  }) as const satisfies Record<string, Color>

export type Role = keyof ReturnType<typeof rolesOf>

export const paletteOf = (businessColor: string) => {
  const roles = rolesOf(accentScale(businessColor))
  const rules = Object.entries(roles).map(
    ([role, [property, , dark]]) => `.${role}{${property}:${dark} !important}`,
  )
  return {
    inline: (role: Role): string => `${roles[role][0]}:${roles[role][1]};`,
    styleSheet: `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`,
  }
}
