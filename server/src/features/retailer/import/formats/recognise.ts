// Which format a file has, told by its columns and never by its name.
import { AppError } from '../../../../app-error.ts'
import { amazonBusiness } from './amazon-business.ts'
import { azad, azadData } from './azad.ts'
import type { Format } from './format.ts'
import { orderHistory } from './order-history.ts'

const FORMATS: readonly Format[] = [azad, azadData, amazonBusiness, orderHistory]

/** The format that has all its columns among these plain names. */
export const recogniseFormat = (columns: readonly string[]): Format => {
  const has = (alternatives: string) =>
    alternatives.split('|').some((name) => columns.includes(name))
  const format = FORMATS.find((each) => each.columns.every(has))
  if (!format) throw new AppError('import_unknown_format', { extra: { line: 1 } })
  return format
}
