// Provides messages for invalid input if the schema has none.
import type { z } from 'zod'

/** An error map for `parse`. Messages in a schema take precedence. */
export const describeIssue = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required.'
        : 'This has the wrong type.'
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum))
    case 'invalid_value':
      return "This isn't one of the options."
    case 'unrecognized_keys':
      return "There's an unknown field."
    default:
      return "This isn't valid."
  }
}

const tooSmall = (origin: string, minimum: number): string => {
  if (origin === 'number' || origin === 'int') return `This must be at least ${minimum}.`
  return minimum === 1 ? 'This is required.' : `This needs at least ${minimum}.`
}

const tooBig = (origin: string, maximum: number): string =>
  origin === 'string'
    ? `This can have at most ${maximum} characters.`
    : `This can be at most ${maximum}.`
