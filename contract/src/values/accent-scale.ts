// Ten shades of the business's color. Each is as light as the same shade of the default, so contrast stays the same.

export const DEFAULT_COLOR = '#0d545e'

const DEFAULT_SCALE = [
  '#eaf4f4',
  '#d3e7e8',
  '#a9d2d4',
  '#79c0c2',
  '#469aa1',
  '#22808a',
  '#126873',
  DEFAULT_COLOR,
  '#0a424a',
  '#072f36',
] as const
type Strings<T> = { readonly [Index in keyof T]: string }
export type AccentScale = Strings<typeof DEFAULT_SCALE>

/** The shade for links and behind white text: the business's own color if it's dark enough. */
const OWN_SHADE = 7
/** The darkest background of a link on light pages. */
const DARKEST_BACKGROUND = '#efede7'
const AA = 4.5

export const accentScale = (color: string): AccentScale => {
  if (color.toLowerCase() === DEFAULT_COLOR) return DEFAULT_SCALE
  const { hue, saturation } = toHsl(color)
  const shade = (index: number): string => {
    const target = luminance(DEFAULT_SCALE[index] ?? DEFAULT_COLOR)
    const isDarkEnough =
      contrast(color, DARKEST_BACKGROUND) >= AA && luminance(color) > luminance(DEFAULT_SCALE[8])
    if (index === OWN_SHADE && isDarkEnough) return color.toLowerCase()
    // Full saturation suits a button; a background should be more muted.
    return withLuminance(hue, index < 3 ? saturation * 0.7 : saturation, target)
  }
  return DEFAULT_SCALE.map((_, index) => shade(index)) as unknown as AccentScale
}

/** WCAG contrast, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

type Rgb = readonly [red: number, green: number, blue: number]

const toRgb = (color: string): Rgb => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

const luminance = (color: string): number => luminanceOf(toRgb(color))

const luminanceOf = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const toHsl = (color: string): { hue: number; saturation: number } => {
  const [red, green, blue] = toRgb(color)
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = max - min
  if (range === 0) return { hue: 0, saturation: 0 }
  const sixth =
    max === red
      ? (green - blue) / range
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: (sixth * 60 + 360) % 360, saturation: range / (1 - Math.abs(max + min - 1)) }
}

const toColor = (hue: number, saturation: number, lightness: number): Rgb => {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number) => {
    const k = (offset + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [part(0), part(8), part(4)]
}

const hex = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The color of this hue and saturation with this luminance, by bisection. */
const withLuminance = (hue: number, saturation: number, target: number): string => {
  let [low, high] = [0, 1]
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2
    if (luminanceOf(toColor(hue, saturation, middle)) < target) low = middle
    else high = middle
  }
  return hex(toColor(hue, saturation, (low + high) / 2))
}
