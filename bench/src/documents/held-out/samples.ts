// The held-out invoices: no rule of the reader was written for them.
import { drawInvoice, type Sample } from '../pen.ts'
import { LETTERS } from './letters.ts'
import { NORTHERN } from './northern.ts'
import { PORTUGUESE } from './portuguese.ts'
import { ROMANCE } from './romance.ts'
import { SOFTWARE } from './software.ts'
import { STATEMENTS } from './statements.ts'
import type { Template } from './template.ts'
import { type Values, valuesOf } from './values.ts'

const SEEDS = [1, 2, 3] as const

const usualOf = (values: Values, { currency }: Template) => ({
  amountCents: values.totalCents,
  currency,
  date: values.date,
  dueDate: values.dueDate,
})

/** Null means that the document doesn't say it. */
const statedOf = (fields: Readonly<Record<string, string | number | null>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const sampleOf = (template: Template, seed: number): Sample => {
  const { name, taxRate, terms, face, size, draw } = template
  const values = () => valuesOf(seed * 100 + name.length, taxRate, terms)
  let expected: Sample['expected'] = {}
  const drawing = drawInvoice(
    (pen) => {
      const drawn = values()
      expected = statedOf({ ...usualOf(drawn, template), ...draw(pen, drawn) })
    },
    face,
    size,
  )
  return { name: `${name} ${seed}`, expected, draw: () => drawing }
}

export const heldOutSamples = (seeds: readonly number[] = SEEDS): Sample[] =>
  [...SOFTWARE, ...LETTERS, ...STATEMENTS, ...NORTHERN, ...ROMANCE, ...PORTUGUESE].flatMap(
    (template) => seeds.map((seed) => sampleOf(template, seed)),
  )
