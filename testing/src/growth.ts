// Whether work takes longer in proportion to its input. Unlike a time limit, it's the same on every machine.

const MORE = 8
/** Between 8, for time that grows like the input, and 64, for time that grows like its square. */
const GROWTH_MAX = 24
const TRIES = 3

const cpuMicroseconds = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Compares the processor time for `size` with that for an eighth of it. Garbage collection can spoil a try. */
export const isProportional = (size: number, work: (size: number) => void): boolean => {
  const growth = () => {
    const part = cpuMicroseconds(() => work(size / MORE))
    // Less than a millisecond says little.
    return cpuMicroseconds(() => work(size)) / Math.max(part, 1_000)
  }
  return Array.from({ length: TRIES }).some(() => growth() < GROWTH_MAX)
}
