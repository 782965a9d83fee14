// The message when the server couldn't validate the result of an OAuth redirect.
import { ApiError, messageOf } from './api-error.ts'

export const validationProblem = (
  error: unknown,
): { readonly message: string; readonly detail?: string } => {
  const text = messageOf(error)
  if (!(error instanceof ApiError)) return { message: text }
  if (error.is('invalid_response')) return { message: 'Validation failed' }
  return error.is('network', 'timeout')
    ? { message: 'Validation failed', detail: text }
    : { message: text }
}
