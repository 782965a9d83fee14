// Endpoints for the overview. Each card has its own, so it loads by itself and has its own access.
import * as overview from '@invoice-desk/contract/overview'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createAttention, createFigures } from './service.ts'

export const overviewRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const { counts, attention } = createAttention(dependencies)
  const figures = createFigures(dependencies)

  bind(overview.getWorkspaceCounts, ({ caller }) => counts(caller))
  bind(overview.getAttention, ({ caller }) => attention(caller))
  bind(overview.getWaiting, () => figures.waiting())
  bind(overview.getFigures, ({ caller }) => figures.figures(caller))
  bind(overview.getMoneyIn, () => figures.moneyIn())
  bind(overview.getMoneyOut, () => figures.moneyOut())
  bind(overview.getDecisionTime, () => figures.decisionTime())
}
