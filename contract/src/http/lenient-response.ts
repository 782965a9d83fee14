// Parses responses leniently: they may have only the specification's fields, or other spellings. The output types stay
// strict.
import { z } from 'zod'

/** Text, or a number as text; empty if missing. */
export const looseText = z.preprocess((value) => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}, z.string())

/** A number or its text, such as `$1,234.50`; 0 if missing or not a number. */
export const looseNumber = z.preprocess((value) => {
  const number = typeof value === 'string' ? Number(value.replace(/[$,\s]/g, '')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}, z.number())

/** Text that may be missing. */
export const optionalText = z.string().optional().catch(undefined)

/** If `field`, which the specification doesn't have, is missing, adds what `fill` returns. */
export const filled = <T extends z.ZodObject>(
  answer: T,
  field: keyof z.output<T>,
  fill: (answer: Readonly<Record<string, unknown>>) => Partial<z.output<T>>,
) =>
  z.preprocess((given) => {
    if (typeof given !== 'object' || given === null || field in given) return given
    return { ...given, ...fill(given as Record<string, unknown>) }
  }, answer)

/** Parses a list of rows; empty if it isn't one. */
export const rowsOf = <T extends z.ZodType>(row: T, rows: unknown): z.output<T>[] =>
  z.array(row).safeParse(rows).data ?? []
