// Lists the audit log by page and exports it as CSV.
import type { Readable } from 'node:stream'
import type { ActivityFilter, listActivity } from '@invoice-desk/contract/activity/activity'
import {
  actorName,
  SUBJECT_LABELS,
  type SubjectKind,
} from '@invoice-desk/contract/activity/audit-actions'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { addDays, startOfBusinessDay } from '@invoice-desk/contract/values/business-day'
import { ACTIVITY_PAGE_SIZE } from '@invoice-desk/contract/values/limits'
import { readInBatches } from '../../db/read-in-batches.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Columns, csvOfColumns } from '../../lib/csv.ts'
import { type EventFilter, type EventRow, listEvents } from './queries.ts'
import { eventView } from './view.ts'

/** After this many rows of an export, other requests get a turn. */
const ROWS_PER_QUERY = 2_000

/** No event is outside these, and later days have no next day in four digits. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2999-12-31']

export const createActivity = ({ config, database: { db } }: Dependencies) => {
  const startOf = (day: string): Date => {
    const known = day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day
    return startOfBusinessDay(known, config.businessTimeZone)
  }

  const eventFilter = ({ from, to, ...filter }: ActivityFilter): EventFilter => ({
    ...filter,
    since: from === undefined ? undefined : startOf(from),
    until: to === undefined || to >= LAST_DAY ? undefined : startOf(addDays(to, 1)),
  })

  const list = async ({
    before,
    ...filter
  }: QueryOf<typeof listActivity>): Promise<ResponseOf<typeof listActivity>> => {
    // One more than shown, to know whether there is another page.
    const part = { limit: ACTIVITY_PAGE_SIZE + 1, before }
    const rows = await listEvents(db, eventFilter(filter), part)
    const shown = rows.slice(0, ACTIVITY_PAGE_SIZE)
    return {
      events: shown.map(eventView),
      next: rows.length > shown.length ? shown.at(-1)?.id : undefined,
    }
  }

  return {
    list,
    exportCsv: (query: ActivityFilter): Readable => {
      const filter = eventFilter(query)
      const events = readInBatches<EventRow>(
        ({ limit, after }) => listEvents(db, filter, { limit, before: after?.id }),
        ROWS_PER_QUERY,
      )
      return csvOfColumns(COLUMNS, viewsIn(events))
    },
  }
}

async function* viewsIn(batches: AsyncIterable<EventRow[]>) {
  for await (const rows of batches) yield rows.map(eventView)
}

const COLUMNS: Columns<ReturnType<typeof eventView>> = [
  ['Time (UTC)', ({ at }) => at],
  ['Person', ({ actor }) => actorName(actor)],
  ['Action', ({ text }) => text],
  ['Kind', ({ subject: { kind } }) => SUBJECT_LABELS[kind as SubjectKind] ?? kind],
  ['Subject', ({ subject }) => subject.label],
  ['Details', ({ detail }) => detail],
  ['Subject ID', ({ subject }) => subject.id],
  ['Address', ({ address = '' }) => address],
]
