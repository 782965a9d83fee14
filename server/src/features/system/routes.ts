// Endpoints for administrators of the system.
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { healthChecksRoutes } from './health/routes.ts'
import { settingsRoutes } from './settings/routes.ts'

export const systemRoutes = (bind: Bind, dependencies: Dependencies): void => {
  settingsRoutes(bind, dependencies)
  healthChecksRoutes(bind, dependencies)
}
