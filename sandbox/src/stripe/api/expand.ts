// `expand`: the object in place of its name, as deep as asked.
import type { Books } from '../books.ts'
import { invalidRequest } from './fault.ts'

const DEPTH_MAX = 4

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy of the object with each path of `paths`, such as `data.latest_charge`, filled in. */
export const expand = (books: Books, object: object, paths: readonly string[]): object => {
  const copy: Fields = structuredClone({ ...object })
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEPTH_MAX)
      throw invalidRequest(`You cannot expand more than ${DEPTH_MAX} levels of a property.`, {
        param: 'expand',
      })
    fill(books, copy, steps, path)
  }
  return copy
}

const fill = (
  books: Books,
  at: Fields,
  [step = '', ...rest]: readonly string[],
  path: string,
): void => {
  if (step === 'refunds' && at.object === 'charge') at.refunds = refundsOf(books, String(at.id))
  else if (!(step in at))
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  const value = at[step]
  if (Array.isArray(value)) {
    for (const one of value) if (isFields(one)) fill(books, one, rest, path)
    return
  }
  if (typeof value === 'string') at[step] = structuredClone(find(books, value)) ?? value
  const below = at[step]
  if (rest.length > 0 && isFields(below)) fill(books, below, rest, path)
}

const refundsOf = ({ refunds }: Books, charge: string) => ({
  object: 'list',
  data: refunds
    .list()
    .filter((refund) => refund.charge === charge)
    .reverse(),
  has_more: false,
  url: `/v1/charges/${charge}/refunds`,
})

const find = (books: Books, id: string): object | undefined =>
  books.charges.get(id) ??
  books.intents.get(id)?.object ??
  books.methods.get(id)?.object ??
  books.refunds.get(id)
