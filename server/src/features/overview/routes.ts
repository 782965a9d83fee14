// Endpoints for the overview. Each card has its own, so it loads separately and has its own access rule.
import * as overview from '@invoice-desk/contract/overview/overview'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createAttention, createMoney, createWaiting } from './service.ts'

export const overviewRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const { counts, attention } = createAttention(dependencies)
  const { waiting, decisionTime } = createWaiting(dependencies)
  const { figures, moneyIn, moneyOut } = createMoney(dependencies)

  bind(overview.getWorkspaceCounts, ({ caller }) => counts(caller))
  bind(overview.getAttention, ({ caller }) => attention(caller))
  bind(overview.getWaiting, () => waiting())
  bind(overview.getFigures, ({ caller }) => figures(caller))
  bind(overview.getMoneyIn, () => moneyIn())
  bind(overview.getMoneyOut, () => moneyOut())
  bind(overview.getDecisionTime, () => decisionTime())
}
