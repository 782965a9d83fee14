// Stripe's lists: newest first, paged by cursor, filtered by a few fields.
import type Stripe from 'stripe'
import { invalidRequest, noSuch } from './fault.ts'
import { allowOnly, type FormTree, integerOf, textOf } from './form.ts'

const PAGING = ['limit', 'starting_after', 'created', 'expand']
const LIMIT_DEFAULT = 10
const LIMIT_MAX = 100

/** `all` is oldest first; each of `filters` must equal the field of the same name. */
export const listPage = <T extends { readonly id: string; readonly created: number }>(
  all: readonly T[],
  tree: FormTree,
  url: string,
  filters: readonly (keyof T & string)[] = [],
): Stripe.ApiList<T> => {
  allowOnly(tree, [...PAGING, ...filters])
  const limit = integerOf(tree, 'limit') ?? LIMIT_DEFAULT
  if (limit < 1 || limit > LIMIT_MAX)
    throw invalidRequest(`This value must be between 1 and ${LIMIT_MAX}.`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  const inTime = createdFilter(tree)
  const fits = (one: T, name: keyof T & string) => {
    const value = textOf(tree, name)
    return value === undefined || value === one[name]
  }
  const matches = (one: T) => inTime(one.created) && filters.every((name) => fits(one, name))
  const found = all.filter(matches).reverse()
  const after = textOf(tree, 'starting_after')
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after')
  const data = found.slice(start, start + limit)
  return { object: 'list', data, has_more: found.length > start + limit, url }
}

const createdFilter = (tree: FormTree): ((created: number) => boolean) => {
  const { created = {} } = tree
  if (typeof created === 'string') {
    const exact = integerOf(tree, 'created')
    return (time) => time === exact
  }
  allowOnly(created, ['gt', 'gte', 'lt', 'lte'])
  const at = (name: string, fallback: number) => integerOf(created, name) ?? fallback
  const after = Math.max(at('gt', -1), at('gte', 0) - 1)
  const before = Math.min(at('lt', Infinity), at('lte', Infinity) + 1)
  return (time) => time > after && time < before
}
