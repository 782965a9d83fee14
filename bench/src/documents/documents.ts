// How often the reader finds each field of an invoice, finds nothing, or finds something else.
import type { Bench, Row } from '../table.ts'
import { developmentSamples } from './development/samples.ts'
import { heldOutSamples } from './held-out/samples.ts'
import type { Sample } from './pen.ts'
import { FIELDS, type Result, type Score, scoreOf } from './score.ts'

export const documentsBench: Bench = {
  name: 'documents',
  run: async () => [
    {
      title: 'Fields found in made-up invoices',
      rows: [
        ...(await rowsOf('development', developmentSamples())),
        ...(await rowsOf('held out', heldOutSamples())),
      ],
      note: '*Missing*: the document says it, and the reader finds nothing. *Wrong*: the reader finds something else.',
    },
  ],
}

const rowsOf = async (set: string, samples: readonly Sample[]): Promise<Row[]> => {
  const scores: Score[] = []
  for (const sample of samples) scores.push(await scoreOf(sample))
  return FIELDS.map((field) => {
    const count = (result: Result) =>
      scores.filter(({ results }) => results[field] === result).length
    const right = count('right')
    return {
      set: `${set} (${scores.length})`,
      field,
      right: `${right} (${Math.round((right / scores.length) * 100)}%)`,
      missing: count('missing'),
      wrong: count('wrong'),
    }
  })
}
