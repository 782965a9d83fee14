// Compares what devices sent, what we stored, and what arrived.
import type { FaultLab } from './fault-lab.ts'
import type { Try } from './relay-device.ts'
import { waitUntilComplete } from './wait-until-complete.ts'

/** As the emulator recorded it. */
type Arrived = {
  readonly subject: string
  readonly messageId: string
  readonly date: string
  readonly sentThrough?: string
  readonly isAnswerLost?: true
}
type Stored = {
  readonly subject: string
  readonly state: string
  readonly mayBeRepeated: boolean
  /** Without its key, a file can't be read. */
  readonly hasKey: boolean
  readonly hasFile: boolean
}

const readStored = async ({ pool }: FaultLab): Promise<Stored[]> => {
  const { rows } = await pool.query<Stored>(`
    SELECT subject, state, may_be_repeated AS "mayBeRepeated",
      content_key IS NOT NULL AS "hasKey", file_id IS NOT NULL AS "hasFile" FROM relay_message`)
  return rows
}

/** Messages that are still on their way. */
export const findUnsettled = async (lab: FaultLab): Promise<string[]> =>
  (await readStored(lab))
    .filter(({ state }) => state === 'queued' || state === 'sending')
    .map(({ subject, state }) => `${subject} is ${state}`)

/** A process that is killed before it removes a file leaves that to the sweep. */
export const sweepFiles = async (lab: FaultLab): Promise<void> => {
  const listFiles = async () =>
    (await readStored(lab)).filter(({ hasFile }) => hasFile).map(({ subject }) => subject)
  if ((await listFiles()).length === 0) return
  await lab.pool.query(`INSERT INTO jobs.job (name) VALUES ('relay-sweep')`)
  await waitUntilComplete(listFiles, { withinMs: SWEPT_WITHIN_MS })
}

const SWEPT_WITHIN_MS = 60_000
const SHOWN_MAX = 5
/** How long a process may take to store that Gmail has accepted a message. Killed before that, it can't know. */
const STORING_MS = 3_000

/** Whether the emulator's record explains why we sent it again. */
const isExcused = ({ isAnswerLost, date }: Arrived, killedAt: readonly number[]): boolean => {
  const at = Date.parse(date)
  return isAnswerLost === true || killedAt.some((time) => time > at && time - at < STORING_MS)
}

const readArrived = async (lab: FaultLab): Promise<Map<string, Arrived[]>> => {
  const mails = (await lab.control('/mail/messages')) as Arrived[]
  // The oldest first.
  const relayed = mails.filter(({ sentThrough }) => sentThrough !== undefined).reverse()
  return Map.groupBy(relayed, ({ subject }) => subject)
}

export const compareRelayed = async (lab: FaultLab, tries: readonly Try[]) => {
  const killedAt = lab.killedAt()
  const stored = await readStored(lab)
  const copies = await readArrived(lab)
  const accepted = tries.filter(({ isAccepted }) => isAccepted)
  const isAccepted = new Set(accepted.map(({ subject }) => subject))
  const subjectsOf = (rows: readonly { readonly subject: string }[]) =>
    rows.map(({ subject }) => subject)
  const subjectsWith = (test: (each: Arrived[], subject: string) => boolean) =>
    [...copies].flatMap(([subject, each]) => (test(each, subject) ? [subject] : []))
  const lost = subjectsOf(accepted.filter(({ subject }) => !copies.has(subject)))
  const repeated = subjectsWith((each) => each.length > 1)
  const unexcused = subjectsWith(
    (each) => !each.slice(0, -1).every((copy) => isExcused(copy, killedAt)),
  )
  const marked = new Set(subjectsOf(stored.filter(({ mayBeRepeated }) => mayBeRepeated)))
  const messageIds = new Map(tries.map(({ subject, messageId }) => [subject, messageId]))
  const renamed = subjectsWith((each, subject) =>
    each.some(({ messageId }) => messageId !== messageIds.get(subject)),
  )
  // Stored, but the device didn't get our 250.
  const resent = stored.filter(({ subject }) => !isAccepted.has(subject))
  const unaccepted = new Set(messageIds.values()).size - accepted.length
  const figures = [
    `${accepted.length} accepted, ${accepted.length - lost.length} delivered, ${lost.length} lost`,
    `${repeated.length} repeated (${unexcused.length} without a lost answer, ${renamed.length} with another Message-ID)`,
    `${resent.length} sent again by the device, which didn't get our answer`,
  ].join('; ')
  const named = (what: string, subjects: readonly string[]) =>
    subjects.slice(0, SHOWN_MAX).map((subject) => `${subject} ${what}`)
  const isSent = ({ state }: Stored) => state === 'sent'
  const problems = [
    ...(unaccepted > 0 ? [`${unaccepted} were never accepted`] : []),
    ...(resent.length === 0 ? ['no answer to a device was lost'] : []),
    ...named('was lost', lost),
    ...named('was repeated without a lost answer', unexcused),
    ...named(
      "was repeated, but isn't marked",
      repeated.filter((subject) => !marked.has(subject)),
    ),
    ...named('has another Message-ID', renamed),
    ...named("wasn't sent", subjectsOf(stored.filter((row) => !isSent(row)))),
    ...named('still has its key', subjectsOf(stored.filter((row) => row.hasKey && isSent(row)))),
    ...named('still has its file', subjectsOf(stored.filter(({ hasFile }) => hasFile))),
  ]
  return { figures, problems }
}
