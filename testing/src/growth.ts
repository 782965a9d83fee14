// How much longer work takes with more input. Unlike a time, it's the same on every machine.

const MORE = 8
/** Between what work takes that grows like its input, and like its square. */
export const FAR_FROM_SQUARE = 24

const cpuMicroseconds = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/**
 * Processor time for `size` divided by that for an eighth of it: about 8 if the time grows like the input, 64 if it
 * grows like its square.
 */
export const growthTo = (size: number, work: (size: number) => void): number => {
  const part = Math.max(
    cpuMicroseconds(() => work(size / MORE)),
    1_000,
  )
  return cpuMicroseconds(() => work(size)) / part
}
