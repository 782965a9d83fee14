// Text that PostgreSQL cannot hold is refused at the door, for every call there is and will be.
import { AppError } from '../app-error.ts'

const UNKEEPABLE = 'This has characters that cannot be stored.'

/** The same value; refused when a text in it has a NUL or half of a surrogate pair. Schemas bound its depth. */
export const keepable = <T>(value: T, path: readonly string[] = []): T => {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return value
    const field = path.join('.')
    throw new AppError('invalid_input', { text: UNKEEPABLE, ...(field ? { field } : {}) })
  }
  if (typeof value !== 'object' || value === null) return value
  for (const [name, part] of Object.entries(value)) keepable(part, [...path, name])
  return value
}
