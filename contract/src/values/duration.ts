// Formats a duration in words.

/** Rounded up: `45 seconds`, `12 minutes`, `1 hour`. */
export const durationInWords = (seconds: number): string => {
  const [count, unit] = inUnits(Math.max(1, Math.ceil(seconds)))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const inUnits = (seconds: number): [number, string] => {
  if (seconds < 60) return [seconds, 'second']
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
}
