// Lists as Stripe pages them: newest first, by cursor, filtered by a few fields.
import type Stripe from 'stripe'
import { invalidRequest, noSuch } from './fault.ts'
import { allowOnly, type FormTree, integerOf, textOf } from './form.ts'

type Listed = { readonly id: string; readonly created: number }

const PAGING = ['limit', 'starting_after', 'ending_before', 'created', 'expand']
const LIMIT_DEFAULT = 10
const LIMIT_MAX = 100

/** `all` is oldest first; `filters` are parameters that must equal a field of the same name. */
export const listPage = <T extends Listed>(
  all: readonly T[],
  tree: FormTree,
  url: string,
  filters: readonly (keyof T & string)[] = [],
): Stripe.ApiList<T> => {
  allowOnly(tree, [...PAGING, ...filters])
  const inTime = createdFilter(tree)
  const wanted = all
    .filter((one) => inTime(one.created))
    .filter((one) => filters.every((name) => matches(one[name], textOf(tree, name))))
    .reverse()
  const { data, has_more } = cut(wanted, tree)
  return { object: 'list', data, has_more, url }
}

const matches = (value: unknown, wanted: string | undefined): boolean =>
  wanted === undefined || value === wanted

const limitOf = (tree: FormTree): number => {
  const limit = integerOf(tree, 'limit') ?? LIMIT_DEFAULT
  if (limit < 1 || limit > LIMIT_MAX)
    throw invalidRequest(`This value must be between 1 and ${LIMIT_MAX}.`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
  return limit
}

const cut = <T extends Listed>(wanted: readonly T[], tree: FormTree) => {
  const limit = limitOf(tree)
  const after = textOf(tree, 'starting_after')
  const before = textOf(tree, 'ending_before')
  const positionOf = (id: string, param: string): number => {
    const index = wanted.findIndex((one) => one.id === id)
    if (index < 0) throw noSuch('object', id, param)
    return index
  }
  if (before !== undefined) {
    const end = positionOf(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { data: wanted.slice(start, end), has_more: start > 0 }
  }
  const start = after === undefined ? 0 : positionOf(after, 'starting_after') + 1
  return { data: wanted.slice(start, start + limit), has_more: wanted.length > start + limit }
}

const createdFilter = (tree: FormTree): ((created: number) => boolean) => {
  const { created } = tree
  if (created === undefined) return () => true
  if (typeof created === 'string') {
    const exact = integerOf(tree, 'created')
    return (time) => time === exact
  }
  allowOnly(created, ['gt', 'gte', 'lt', 'lte'])
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => integerOf(created, name))
  return (time) =>
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
}

/** A search's pages are numbered; the number is all that its opaque cursor holds here. */
export const searchPage = <T extends Listed>(
  found: readonly T[],
  tree: FormTree,
  url: string,
): Stripe.ApiSearchResult<T> => {
  const limit = limitOf(tree)
  const start = Number(textOf(tree, 'page') ?? 0)
  if (!Number.isInteger(start) || start < 0)
    throw invalidRequest('Invalid page.', { param: 'page' })
  const data = [...found].reverse().slice(start, start + limit)
  const has_more = found.length > start + limit
  return {
    object: 'search_result',
    data,
    has_more,
    next_page: has_more ? String(start + limit) : null,
    url,
  }
}
