// Reads and saves how approvers hear about invoices, and who acts for them while they're away.
import {
  type Absence,
  absenceDays,
  absenceProblem,
  type Notices,
  type Preferences,
  type savePreferences,
} from '@invoice-desk/contract/approval/preferences'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { z } from 'zod'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { assertRecentSignIn, type StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { absenceNoticeJob } from '../job-kinds.ts'
import { findCircle } from '../rules/delegates.ts'
import { listApprovers } from '../rules/queries.ts'
import type { Approver } from '../rules/types.ts'
import { isSameAbsence } from './absence-notice.ts'
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
      throw new AppError('account_unknown', {
        field: 'email',
        text: "This person can't approve invoices.",
      })
    return approvers
  }

  const read = async (caller: StaffCaller, email = caller.email): Promise<Preferences> => {
    const approvers = await listFor(caller, email)
    const { absences, noticesOf, versionOf } = await listPreferences(db, config)
    const isOver = ({ lastDay }: { readonly lastDay: string }) => lastDay < today()
    const own = absences.get(email)
    const people = approvers.map((approver) => ({ email: approver.email, name: approver.name }))
    return {
      email,
      name: people.find((person) => person.email === email)?.name ?? '',
      notices: noticesOf(email),
      absence: own && !isOver(own) ? own : null,
      version: versionOf(email),
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
    // It decides who acts for them in approval rules.
    if (email !== caller.email) assertRecentSignIn(caller, config)
    if (absence) assertPossible(body, approvers, today())
    await db.transaction(async (tx) => {
      await lockPreferences(tx)
      const { absences, versionOf } = await listPreferences(tx, config)
      if (versionOf(email) !== body.version) throw new AppError('changed_meanwhile')
      const circle = absence && findCircle(new Map([...absences, [email, absence]]), email)
      if (circle) throw refuse(circleText(circle, approvers))
      await writePreferences(tx, email, body)
      await recordEvent(tx, {
        actor: caller.email,
        action: 'preferences_changed',
        subject: { kind: 'account', id: email },
        details: { text: inWords(body) },
      })
      for (const notice of noticesAbout(caller, body, absences.get(email), today()))
        await jobs.send(tx, absenceNoticeJob, notice)
    })
    return read(caller, email)
  }

  return { read, save }
}

const refuse = (text: string) => new AppError('invalid_input', { field: 'absence.delegate', text })

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
  const [person, ...delegates] = circle.map(
    (email) => approvers.find((approver) => approver.email === email)?.name || email,
  )
  return `${delegates.slice(0, -1).join(' and ')} will be away too, and that leads back to ${person}. Choose someone else.`
}

/** Who has to know that an absence changed. */
const noticesAbout = (
  caller: StaffCaller,
  { email, absence }: Body,
  before: Absence | undefined,
  today: string,
): z.infer<typeof absenceNoticeJob.data>[] => {
  const isNew = absence !== null && !isSameAbsence(before, absence)
  const current = before && before.lastDay >= today ? before : undefined
  const isEnded = current && current.delegate !== absence?.delegate
  const isRemoved = current && absence === null
  const by = caller.email === email ? undefined : caller.email
  return [
    ...(isNew ? [{ to: 'delegate' as const, email, ...absence }] : []),
    ...(isNew && by ? [{ to: 'person' as const, by, email, ...absence }] : []),
    ...(isRemoved && by ? [{ to: 'person_back' as const, by, email, ...current }] : []),
    ...(isEnded ? [{ to: 'former_delegate' as const, email, ...current }] : []),
  ]
}

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
