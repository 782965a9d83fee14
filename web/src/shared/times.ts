// Points in time, in the viewer's time zone.

/** `Nov 16, 2026, 2:05 PM`. */
export const dateAndTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
})

const ago = new Intl.RelativeTimeFormat('en-US')
const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** `a moment ago`, `2 minutes ago`, `3 days ago`. */
export const agoText = (time: string, now: number): string => {
  const ageMs = now - Date.parse(time)
  const unit = UNITS.find(([, ms]) => ageMs >= ms)
  return unit ? ago.format(-Math.floor(ageMs / unit[1]), unit[0]) : 'a moment ago'
}
