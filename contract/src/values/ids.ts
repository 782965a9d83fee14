// Defines ids, in lower case as the database writes them.
import { z } from 'zod'
import { TASK_ID_LENGTH_MAX } from './limits.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

export const uuid = z.uuid().toLowerCase()

/** Email programs and spreadsheets may add a byte-order mark to an id or change its case. */
export const normalizeTaskId = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()

export const taskId = z
  .string()
  .transform(normalizeTaskId)
  .pipe(z.string().min(1).max(TASK_ID_LENGTH_MAX))
