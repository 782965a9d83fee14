// The retailer's security checks: a code it asked for, kept as a keyed hash until someone enters it.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import {
  type ChallengeType,
  closeOpenChallenge,
  findOpenChallenge,
  insertChallenge,
  takeTry,
} from './challenge-queries.ts'

const TRIES_MAX = 5
const MINUTES_OPEN = 10

export const createChallenges = ({
  config,
  database: { db },
}: Pick<Dependencies, 'config' | 'database'>) => {
  const { current, previous } = config.keyring
  const hashOf = (id: string, code: string, key = current): Buffer =>
    createHmac('sha256', key)
      .update(`retailer-challenge ${id} ${code.replace(/\s/g, '').toUpperCase()}`)
      .digest()

  /** Opens a check in place of one that may be open; whoever collects transactions calls this. */
  const open = async (check: {
    type: ChallengeType
    message: string
    code: string
    expiresAt?: Date
  }): Promise<void> => {
    const { type, message, code } = check
    const id = randomUUID()
    const expiresAt = check.expiresAt ?? new Date(Date.now() + MINUTES_OPEN * 60_000)
    const codeHash = hashOf(id, code).toString('hex')
    await db.transaction(async (tx) => {
      await closeOpenChallenge(tx, type)
      await insertChallenge(tx, { id, type, message, codeHash, expiresAt })
    })
  }

  /** The try counts even when the code is wrong, so the refusal waits until it is written. */
  const verify = async (type: ChallengeType, code: string): Promise<void> => {
    const isRight = await db.transaction(async (tx) => {
      const check = await takeTry(tx, type, TRIES_MAX)
      if (!check) return undefined
      const codeHash = Buffer.from(check.codeHash, 'hex')
      const isSame = [current, ...previous].some((key) =>
        timingSafeEqual(hashOf(check.id, code, key), codeHash),
      )
      if (!isSame) return false
      await closeOpenChallenge(tx, type)
      const subject = { kind: 'retailer_challenge', id: check.id }
      await recordEvent(tx, { actor: 'visitor', action: 'challenge_verified', subject })
      return true
    })
    if (isRight === undefined) throw await refusalOf(type)
    if (!isRight) throw new AppError('challenge_wrong_code', { field: 'code' })
  }

  const refusalOf = async (type: ChallengeType): Promise<AppError> => {
    const check = await findOpenChallenge(db, type)
    if (!check) return new AppError('challenge_none_open')
    const hasExpired = check.expiresAt <= new Date()
    return new AppError(hasExpired ? 'challenge_expired' : 'challenge_too_many_tries')
  }

  return { open, verify }
}
