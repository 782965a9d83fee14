// Names a browser and its system for the person who uses it, as far as its user agent tells.

/** The first that fits: most browsers also claim to be an older one. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

type Names = readonly (readonly [RegExp, string])[]

const nameIn = (userAgent: string, names: Names): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

export const browserName = (userAgent: string): string => {
  const browser = nameIn(userAgent, BROWSERS) ?? 'Unknown browser'
  const system = nameIn(userAgent, SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}
