// Reads and saves how approvers hear about invoices, and who acts for them while they're away.
import {
  absenceDays,
  absenceProblem,
  type Notices,
  type Preferences,
  type savePreferences,
} from '@invoice-desk/contract/approval-preferences'
import { businessDay } from '@invoice-desk/contract/business-day'
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { AppError } from '../../../app-error.ts'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { delegateNoticeJob } from '../job-kinds.ts'
import { type Absences, findCircle } from '../rules/delegates.ts'
import { listApprovers } from '../rules/queries.ts'
import type { Approver } from '../rules/types.ts'
import { listPreferences, lockPreferences, writePreferences } from './queries.ts'

type Body = BodyOf<typeof savePreferences>

export const createPreferences = ({ config, database, jobs }: Dependencies) => {
  const { db } = database
  const today = () => businessDay(Date.now(), config.businessTimeZone)

  /** Everyone sees their own. Administrators look after those who can't, such as someone who is sick. */
  const listFor = async (caller: StaffCaller, email: string): Promise<Approver[]> => {
    if (email !== caller.email && !caller.admin) throw new AppError('admin_required')
    const approvers = await listApprovers(db, config)
    if (!approvers.some((approver) => approver.email === email))
      throw new AppError('approver_unknown', { field: 'email' })
    return approvers
  }

  const read = async (caller: StaffCaller, email = caller.email): Promise<Preferences> => {
    const approvers = await listFor(caller, email)
    const { absences, noticesOf } = await listPreferences(db)
    const isOver = ({ lastDay }: { readonly lastDay: string }) => lastDay < today()
    const own = absences.get(email)
    const people = approvers.map((approver) => ({ email: approver.email, name: approver.name }))
    return {
      email,
      name: people.find((person) => person.email === email)?.name ?? '',
      notices: noticesOf(email),
      absence: own && !isOver(own) ? own : null,
      delegates: people.filter((person) => person.email !== email),
      actsFor: people.flatMap((person) => {
        const absence = absences.get(person.email)
        if (absence?.delegate !== email || isOver(absence)) return []
        return [{ ...person, firstDay: absence.firstDay, lastDay: absence.lastDay }]
      }),
    }
  }

  const save = async (caller: StaffCaller, body: Body): Promise<Preferences> => {
    const { email, absence } = body
    const approvers = await listFor(caller, email)
    if (absence) assertPossible(body, approvers, today())
    await db.transaction(async (tx) => {
      await lockPreferences(tx)
      const { absences } = await listPreferences(tx)
      const before = absences.get(email)
      const circle = absence && findCircle(new Map([...absences, [email, absence]]), email)
      if (circle) throw refuse(circleText(circle, approvers))
      await writePreferences(tx, email, body)
      await recordEvent(tx, {
        actor: caller.email,
        action: 'preferences_changed',
        subject: { kind: 'account', id: email },
        details: { text: inWords(body) },
      })
      if (absence && !isSame(before, absence))
        await jobs.send(tx, delegateNoticeJob, { email, ...absence })
    })
    return read(caller, email)
  }

  return { read, save }
}

const refuse = (text: string) =>
  new AppError('delegate_refused', { field: 'absence.delegate', text })

const assertPossible = (
  { email, absence }: Body,
  approvers: readonly Approver[],
  today: string,
): void => {
  if (!absence) return
  const problem = absenceProblem(absence, today)
  if (problem)
    throw new AppError('invalid_input', { field: `absence.${problem.field}`, text: problem.text })
  if (absence.delegate === email) throw refuse("People can't be their own delegate.")
  if (!approvers.some((approver) => approver.email === absence.delegate))
    throw refuse("This person can't approve invoices. Choose someone else.")
}

const circleText = (circle: readonly string[], approvers: readonly Approver[]): string => {
  const names = circle.map(
    (email) => approvers.find((approver) => approver.email === email)?.name || email,
  )
  return `They're away too: ${names.join(' → ')} is a circle. Choose someone else.`
}

const isSame = (a: ReturnType<Absences['get']>, b: NonNullable<Body['absence']>): boolean =>
  a?.delegate === b.delegate && a.firstDay === b.firstDay && a.lastDay === b.lastDay

const NOTICE_TEXTS: Readonly<Record<Notices, string>> = {
  each: 'an email for each invoice',
  daily: 'one email per day',
  none: 'no emails',
}

const inWords = ({ notices, absence }: Body): string =>
  [
    NOTICE_TEXTS[notices],
    absence ? `away ${absenceDays(absence)}, delegate ${absence.delegate}` : 'not away',
  ].join('; ')
