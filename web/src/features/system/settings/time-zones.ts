// The time zones that people can choose, with their common names.

/** `America/New York (Eastern Time)`. */
export const zoneLabel = (zone: string): string => {
  const place = zone.replaceAll('_', ' ')
  const name = nameOf(zone)
  return name ? `${place} (${name})` : place
}

/** All of them take a moment the first time: there are more than 400. */
export const zoneOptions = (zones: Iterable<string>) =>
  [...new Set(zones)].sort().map((value) => ({ value, label: zoneLabel(value) }))

const names = new Map<string, string>()

/** Empty if it's only a distance from GMT. */
const nameOf = (timeZone: string): string => {
  const known = names.get(timeZone)
  if (known !== undefined) return known
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  const name = text?.startsWith('GMT') ? '' : (text ?? '')
  names.set(timeZone, name)
  return name
}
