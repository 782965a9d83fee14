// Input by its schema. Whatever a sender puts into it ends in a refusal that names the field, never in a failure.
import { describeIssue } from '@invoice-desk/contract/issues'
import type { z } from 'zod'
import { AppError } from '../app-error.ts'

const UNKEEPABLE = 'This has characters that cannot be stored.'

export const readInput = (schema: z.ZodType, input: unknown): unknown =>
  keepable(parse(schema, input))

const parse = (schema: z.ZodType, input: unknown): unknown => {
  try {
    const parsed = schema.safeParse(input, { error: describeIssue })
    if (parsed.success) return parsed.data
    throw refusalOf(parsed.error)
  } catch (error) {
    if (error instanceof TypeError && hasFalseLength(input)) {
      throw new AppError('invalid_input', { cause: error })
    }
    throw error
  }
}

const refusalOf = ({ issues: [issue] }: z.ZodError): AppError => {
  const field = issue?.path.join('.')
  return new AppError('invalid_input', {
    ...(issue && { text: issue.message }),
    ...(field && { field }),
  })
}

/**
 * Whether anything in it has a `length` that is itself an object: a check for length looks at the `length` of
 * whatever came, and cannot compare such a one. A loop and no recursion, because nothing bounds its depth yet.
 */
const hasFalseLength = (input: unknown): boolean => {
  const waiting = [input]
  for (const value of waiting) {
    if (typeof value !== 'object' || value === null) continue
    if ('length' in value && typeof value.length === 'object') return true
    for (const part of Object.values(value)) waiting.push(part)
  }
  return false
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
