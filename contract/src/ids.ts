// Ids as the database writes them, in lower case, so that a thing has one id in keys, locks and the audit log.
import { z } from 'zod'
import { TASK_ID_LENGTH_MAX } from './limits.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

export const uuid = z.uuid().toLowerCase()

/** Links pass through mail programs and spreadsheets: a byte-order mark may lead an id, or the case may change. */
export const normalizeTaskId = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()

export const taskId = z
  .string()
  .transform(normalizeTaskId)
  .pipe(z.string().min(1).max(TASK_ID_LENGTH_MAX))
