// Endpoints for testing services, the test email, the go-live list, and the probe of the public address.
import * as checks from '@invoice-desk/contract/system/service-checks'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { saveStep } from './go-live.ts'
import { createProbe } from './probe.ts'
import { createHealthService } from './service.ts'

export const healthChecksRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const health = createHealthService(dependencies)

  bind(checks.listServiceChecks, () => health.list())
  bind(checks.testService, ({ body, caller }) => health.test(caller, body))
  bind(checks.sendTestEmail, async ({ body, caller, limits }) => {
    await limits.take('message', caller.email)
    return health.sendTestEmail(caller, body.to)
  })
  bind(checks.saveGoLiveStep, ({ body, caller }) =>
    saveStep(dependencies.database, caller.email, body),
  )
  bind(checks.probe, createProbe(dependencies))
}
