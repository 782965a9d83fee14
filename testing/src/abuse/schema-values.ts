// Creates values that fit a JSON schema, and corrupts them.
import type { Random } from '../random.ts'
import { hostileValue } from './hostile-values.ts'
import type { JsonSchema } from './operations.ts'

/** Existing values by field name. */
export type Known = Readonly<Record<string, readonly unknown[]>>

export const fittingValue = (
  schema: JsonSchema,
  random: Random,
  known: Known,
  name = '',
): unknown => {
  const existing = known[name]
  if (existing?.length && random.next() < 0.7) {
    return existing[random.between(0, existing.length - 1)]
  }
  if ('const' in schema) return schema.const
  const choices = schema.enum ?? schema.anyOf ?? schema.oneOf
  if (choices?.length) {
    const choice = choices[random.between(0, choices.length - 1)]
    return schema.enum ? choice : fittingValue(choice as JsonSchema, random, known, name)
  }
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) || random.next() < 0.5)
          .map(([key, part]) => [key, fittingValue(part, random, known, key)]),
      )
    case 'array':
      return Array.from({ length: random.between(0, 3) }, () =>
        fittingValue(schema.items ?? {}, random, known, name),
      )
    case 'integer':
    case 'number':
      return fittingNumber(schema, random)
    case 'boolean':
      return random.next() < 0.5
    default:
      return fittingText(schema, random)
  }
}

const fittingNumber = ({ type, minimum = -5, maximum = 2_000 }: JsonSchema, random: Random) => {
  const whole = random.between(minimum, Math.min(maximum, minimum + 2_000))
  return type === 'integer' ? whole : whole + random.between(0, 99) / 100
}

const fittingText = ({ format, maxLength = 20 }: JsonSchema, random: Random): string => {
  if (format === 'uuid') return '018f5a3e-7c1b-7000-8000-00000000000a'
  const letters = 'abc XYZ-09_@.é'
  const length = random.between(1, Math.min(maxLength, 20))
  return Array.from({ length }, () => letters[random.between(0, letters.length - 1)]).join('')
}

const ELEMENT_LENGTH_MAX = 200

/** Replaces, removes, duplicates or adds one part of a value. */
export const corrupt = (value: unknown, random: Random): unknown => {
  const isInside = typeof value === 'object' && value !== null && random.next() < 0.92
  if (!isInside) return hostileValue(random)
  if (Array.isArray(value)) return spoilList(value, random)
  const entries = Object.entries(value)
  const chosen = entries[random.between(0, entries.length - 1)]
  const chance = random.next()
  if (!chosen || chance < 0.08) {
    return { ...value, [random.pick(['extra', 'constructor', 'id', ''])]: hostileValue(random) }
  }
  if (chance < 0.2) return Object.fromEntries(entries.filter((each) => each !== chosen))
  const [key, part] = chosen
  return { ...value, [key]: corrupt(part, random) }
}

const spoilList = (list: readonly unknown[], random: Random): unknown => {
  const at = random.between(0, Math.max(0, list.length - 1))
  const chance = random.next()
  if (list.length === 0 || chance < 0.1) return [...list, hostileValue(random)]
  // Only small elements, because nested lists would fill the memory.
  const isSmall = JSON.stringify(list[at] ?? '').length < ELEMENT_LENGTH_MAX
  if (chance < 0.2 && isSmall) return Array.from({ length: 250 }, () => list[at])
  return list.map((each, index) => (index === at ? corrupt(each, random) : each))
}
