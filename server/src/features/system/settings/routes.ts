// Endpoints for what administrators set about the business.
import * as contract from '@invoice-desk/contract/system/business-settings'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { receiveLogo } from './logo-file.ts'
import { createSettings } from './service.ts'

export const settingsRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const settings = createSettings(dependencies)

  bind(contract.getSettings, () => settings.read())
  bind(contract.saveSettings, ({ caller, body }) => settings.save(caller, body))
  bind(contract.countErasable, ({ query }) => settings.countErasable(query))
  bind(contract.saveLogo, async ({ caller, readForm }) => {
    const { files } = await readForm(receiveLogo)
    return settings.saveLogo(caller, files[0]?.content)
  })
  bind(contract.removeLogo, ({ caller }) => settings.removeLogo(caller))
}
