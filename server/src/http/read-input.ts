// Input by its schema. Whatever a sender puts into it ends in a refusal that names the field, never in a failure.
import { describeIssue } from '@invoice-desk/contract/issues'
import type { z } from 'zod'
import { AppError } from '../app-error.ts'

const UNKEEPABLE = 'This has characters that cannot be stored.'

export const readInput = (schema: z.ZodType, input: unknown): unknown =>
  keepable(parse(schema, input))

const parse = (schema: z.ZodType, input: unknown): unknown => {
  try {
    return schema.parse(input, { error: describeIssue })
  } catch (error) {
    // A check for length looks at the `length` of whatever came, and cannot compare one that is itself an object.
    if (error instanceof TypeError) throw new AppError('invalid_input', { cause: error })
    throw error
  }
}

/** The same value; PostgreSQL cannot hold a NUL or half of a surrogate pair. Schemas bound its depth. */
const keepable = <T>(value: T, path: readonly string[] = []): T => {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return value
    const field = path.join('.')
    throw new AppError('invalid_input', { text: UNKEEPABLE, ...(field ? { field } : {}) })
  }
  if (typeof value !== 'object' || value === null) return value
  for (const [name, part] of Object.entries(value)) keepable(part, [...path, name])
  return value
}
