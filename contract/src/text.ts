// Text as forms send it.
import { z } from 'zod'

/** One line a person typed: trimmed, not empty, no control characters, nothing that UTF-8 cannot hold. */
export const line = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'This must be a single line.')
