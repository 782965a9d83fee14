// Endpoints for the activity page.
import { exportActivity, listActivity } from '@invoice-desk/contract/activity/activity'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { csvHeaders } from '../../lib/csv.ts'
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
