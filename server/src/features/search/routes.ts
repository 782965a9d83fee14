// The endpoint of the search over everything.
import { findAnything } from '@invoice-desk/contract/search/search'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createSearch } from './service.ts'

export const searchRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const search = createSearch(dependencies)
  bind(findAnything, ({ query, caller }) => search(caller, query.text))
}
