// The records as queries and change data capture see them, which can lag behind writes.
import type { Collection } from '../../store.ts'
import type { Loose } from './book-index.ts'
import { firstSince, sortByTime } from './by-time.ts'
import type { EntityName, EntityOf } from './entities.ts'
import { createLag } from './lag.ts'

export type Tombstone = { name: EntityName; Id: string; LastUpdatedTime: string }

const DELETED = 'deleted'

export const createQueried = (
  records: (name: EntityName) => Collection<Loose>,
  tombstones: Collection<Tombstone>,
  lagSeconds: () => number,
) => {
  const lag = createLag(lagSeconds)
  /** Sorted lists, each kept until the next write, because a copy of the books reads many pages in a row. */
  const byTime = new Map<EntityName, readonly Loose[]>()
  const past = (name: EntityName) => lag.undo(name, records(name).list, ({ Id }) => Id)
  const sortedByTime = (name: EntityName): readonly Loose[] => {
    const seen = past(name)
    if (seen) return sortByTime(seen)
    const sorted = byTime.get(name) ?? sortByTime(records(name).list())
    byTime.set(name, sorted)
    return sorted
  }

  return {
    /** Call it before each write of a record. */
    noteWrite: (name: EntityName, id: string): void => {
      lag.note(name, id, records(name).get(id))
      byTime.delete(name)
    },
    bury: (tombstone: Tombstone): void => {
      const key = `${tombstone.name}/${tombstone.Id}`
      lag.note(DELETED, key, undefined)
      tombstones.set(key, tombstone)
    },
    clear: (): void => {
      lag.clear()
      byTime.clear()
      tombstones.clear()
    },
    lists: {
      list: <K extends EntityName>(name: K) =>
        (past(name) ?? records(name).list()) as EntityOf[K][],
      /** By the time of the last change, oldest first, from this time on. */
      listSince: <K extends EntityName>(name: K, sinceMs: number) => {
        const sorted = sortedByTime(name)
        return sorted.slice(firstSince(sorted, sinceMs)) as EntityOf[K][]
      },
      listDeleted: (): Tombstone[] =>
        lag.undo(DELETED, tombstones.list, ({ name, Id }) => `${name}/${Id}`) ?? tombstones.list(),
    },
  }
}
