// Endpoints for the overview.
import * as overview from '@invoice-desk/contract/overview'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createOverview } from './service.ts'

export const overviewRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const figures = createOverview(dependencies)

  bind(overview.getWorkspaceCounts, ({ caller }) => figures.counts(caller))
}
