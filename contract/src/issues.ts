// What a person reads when input does not fit, where the schema has no words of its own for it.
import type { z } from 'zod'

/** Given to `parse` as its error map: messages written in a schema come first, these fill in. */
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
      return 'This is not one of the choices.'
    case 'unrecognized_keys':
      return 'There is a field here that is not known.'
    default:
      return 'This is not valid.'
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
