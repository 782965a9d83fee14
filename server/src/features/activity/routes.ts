// Endpoints for the activity page.
import { exportActivity, listActivity } from '@invoice-desk/contract/activity'
import { businessDay } from '@invoice-desk/contract/business-day'
import { csvHeaders } from '../../csv.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createActivity } from './service.ts'

export const activityRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const activity = createActivity(dependencies)

  bind(listActivity, ({ query }) => activity.list(query))
  bind(exportActivity, async ({ query, reply }) => {
    const today = businessDay(Date.now(), dependencies.config.businessTimeZone)
    reply.headers(csvHeaders(`activity-${today}`))
    return activity.exportCsv(query)
  })
}
