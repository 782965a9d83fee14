// Drops what people can't see from input, parses it by its schema, and refuses bad input with the name of the field.
import { describeIssue } from '@invoice-desk/contract/http/issues'
import type { z } from 'zod'
import { AppError } from '../lib/app-error.ts'
import { undisguised } from '../lib/undisguised.ts'

const UNSTORABLE = "This has characters that can't be stored."

export const readInput = (schema: z.ZodType, input: unknown): unknown =>
  storable(parse(schema, undisguise(input)))

/** In place, before the schema counts characters. Not recursive, because the depth isn't limited yet. */
const undisguise = (input: unknown): unknown => {
  if (typeof input === 'string') return undisguised(input)
  const queue = [input]
  for (const value of queue) {
    if (typeof value !== 'object' || value === null) continue
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'string') Object.assign(value, { [name]: undisguised(part) })
      else queue.push(part)
    }
  }
  return input
}

const parse = (schema: z.ZodType, input: unknown): unknown => {
  try {
    const parsed = schema.safeParse(input, { error: describeIssue })
    if (parsed.success) return parsed.data
    throw refusalOf(parsed.error)
  } catch (error) {
    if (error instanceof TypeError && hasObjectLength(input))
      throw new AppError('invalid_input', { cause: error })
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

/** Zod's length checks throw if `length` is an object. Not recursive, because the depth isn't limited yet. */
const hasObjectLength = (input: unknown): boolean => {
  const queue = [input]
  for (const value of queue) {
    if (typeof value !== 'object' || value === null) continue
    if ('length' in value && typeof value.length === 'object') return true
    for (const part of Object.values(value)) queue.push(part)
  }
  return false
}

/** Refuses NUL and unpaired surrogates, which PostgreSQL can't store. Schemas limit the depth. */
const storable = <T>(value: T, path: readonly string[] = []): T => {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return value
    const field = path.join('.')
    throw new AppError('invalid_input', { text: UNSTORABLE, ...(field ? { field } : {}) })
  }
  if (typeof value !== 'object' || value === null) return value
  for (const [name, part] of Object.entries(value)) storable(part, [...path, name])
  return value
}
