// Reads a request's JSON field by field and collects everything that is wrong with it.
import { isRecord } from '../../web/browser.ts'
import type { Money } from '../wire.ts'
import { type Detail, detail } from './fault.ts'

export type Fields = Readonly<Record<string, unknown>>

type TextRules = { readonly max: number; readonly required?: boolean; readonly pattern?: RegExp }

export type Reader = ReturnType<typeof createReader>

/** Adds to `wrong` while it reads; an invalid field reads as undefined. */
export const createReader = () => {
  const wrong: Detail[] = []
  const text = (fields: Fields, name: string, at: string, rules: TextRules): string | undefined => {
    const value = fields[name]
    const field = `${at}/${name}`
    if (value === undefined || value === null) {
      if (rules.required) wrong.push(detail('MISSING_REQUIRED_PARAMETER', field))
      return undefined
    }
    if (typeof value !== 'string') {
      wrong.push(detail('INVALID_PARAMETER_SYNTAX', field))
      return undefined
    }
    if (value.length < 1 || value.length > rules.max)
      wrong.push(detail('INVALID_STRING_LENGTH', field, value))
    else if (rules.pattern && !rules.pattern.test(value))
      wrong.push(detail('INVALID_PARAMETER_SYNTAX', field, value))
    else return value
    return undefined
  }
  const below = (fields: Fields, name: string, at: string): Fields | undefined => {
    const value = fields[name]
    if (value === undefined || value === null) return undefined
    if (isRecord(value)) return value
    wrong.push(detail('INVALID_PARAMETER_SYNTAX', `${at}/${name}`))
    return undefined
  }
  /** Refuses all other fields. PayPal may support them, but the sandbox doesn't. */
  const allowOnly = (fields: Fields, at: string, names: readonly string[]): void => {
    for (const name of Object.keys(fields))
      if (!names.includes(name)) wrong.push(detail('NOT_SUPPORTED', `${at}/${name}`))
  }

  return {
    wrong,
    text,
    below,
    allowOnly,
    choice: (fields: Fields, name: string, at: string, choices: readonly string[]) => {
      const value = text(fields, name, at, { max: 255 })
      if (value !== undefined && !choices.includes(value))
        wrong.push(detail('INVALID_PARAMETER_VALUE', `${at}/${name}`, value))
      return value
    },
    money: (fields: Fields, name: string, at: string, required = false): Money | undefined => {
      const value = below(fields, name, at)
      const field = `${at}/${name}`
      if (!value) {
        if (required && fields[name] === undefined)
          wrong.push(detail('MISSING_REQUIRED_PARAMETER', field))
        return undefined
      }
      allowOnly(value, field, ['currency_code', 'value'])
      const currency_code = text(value, 'currency_code', field, {
        max: 3,
        required: true,
        pattern: /^[A-Z]{3}$/,
      })
      const amount = text(value, 'value', field, {
        max: 32,
        required: true,
        pattern: /^(?:-?\d+|-?\d*\.\d+)$/,
      })
      return currency_code !== undefined && amount !== undefined
        ? { currency_code, value: amount }
        : undefined
    },
  }
}
