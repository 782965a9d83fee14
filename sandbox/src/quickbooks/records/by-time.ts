// Records in the order of their last change. Stored times are whole seconds with one offset, so they compare as text.
import type { Loose } from './book-index.ts'
import type { Stored } from './entities.ts'
import { storedTime } from './time.ts'

const timeOf = (entity: Loose | undefined): string =>
  (entity?.MetaData as Stored['MetaData'] | undefined)?.LastUpdatedTime ?? ''

export const sortByTime = (entities: Loose[]): Loose[] =>
  entities.sort((left, right) => {
    const [first, second] = [timeOf(left), timeOf(right)]
    if (first === second) return 0
    return first < second ? -1 : 1
  })

/** The position of the first record that changed at this time or later, by binary search. */
export const firstSince = (sorted: readonly Loose[], sinceMs: number): number => {
  const since = storedTime(new Date(Math.ceil(sinceMs / 1000) * 1000))
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeOf(sorted[middle]) < since) low = middle + 1
    else high = middle
  }
  return low
}
