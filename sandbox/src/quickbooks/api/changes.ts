// Change data capture: everything written or deleted since a given time.
import type { Books } from '../records/books.ts'
import { type EntityName, findEntityName } from '../records/entities.ts'
import { QuickBooksFault, queryInvalid, requiredMissing } from './fault.ts'

const LOOKBACK_DAYS = 30
/** All requested entities share it. */
const CHANGES_MAX = 1000
const DAY_MS = 24 * 60 * 60 * 1000

export const listChanges = (
  books: Books,
  entities: string | undefined,
  since: string | undefined,
) => {
  if (!entities) throw requiredMissing('entities')
  if (!since) throw requiredMissing('changedSince')
  const names = entities.split(',').map((text) => {
    const name = findEntityName(text.trim())
    if (!name) throw queryInvalid(`Metadata not found for Entity: ${text.trim()}`)
    return name
  })
  // Stored times have whole seconds, so changes within this second count too.
  const sinceMs = Math.floor(parseSince(since) / 1000) * 1000
  let room = CHANGES_MAX
  // QuickBooks doesn't keep the requested order.
  const responses = [...new Set(names)].sort().map((name) => {
    const changes = changesOf(books, name, sinceMs).slice(0, room)
    room -= changes.length
    if (changes.length === 0) return {}
    return { [name]: changes, startPosition: 1, maxResults: changes.length }
  })
  return [{ QueryResponse: responses }]
}

const parseSince = (since: string): number => {
  const at = Date.parse(since)
  if (Number.isNaN(at))
    throw new QuickBooksFault(
      '2070',
      'Invalid Date',
      `Invalid date. Supplied value:${since}`,
      'changedSince',
    )
  if (at < Date.now() - LOOKBACK_DAYS * DAY_MS)
    throw new QuickBooksFault(
      '2190',
      'Invalid Date Range',
      `changedSince must be within the last ${LOOKBACK_DAYS} days. Supplied value:${since}`,
      'changedSince',
    )
  return at
}

/**
 * Newest first: QuickBooks doesn't say which changes a full answer leaves out, so here it's the
 * oldest, which a reader who goes on from the last change of a full answer would miss.
 */
const changesOf = (books: Books, name: EntityName, sinceMs: number): unknown[] => {
  const deleted = books.queried
    .listDeleted()
    .filter((each) => each.name === name && Date.parse(each.LastUpdatedTime) >= sinceMs)
    .map(({ Id, LastUpdatedTime }) => ({
      domain: 'QBO',
      status: 'Deleted',
      Id,
      MetaData: { LastUpdatedTime },
    }))
  return [...books.queried.listSince(name, sinceMs).reverse(), ...deleted]
}
