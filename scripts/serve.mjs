// `npm run serve`: live. The server itself refuses to start while a setting is missing.
import { join } from 'node:path'
import { become, ROOT } from './processes.mjs'
import { readSettings } from './settings.mjs'
import { buildPages, command, installPackages } from './toolchain.mjs'

await command(async () => {
  const settings = readSettings()
  await installPackages()
  await buildPages()
  await become([join(ROOT, 'server/src/main.ts')], { env: { ...settings, MODE: 'live' } })
})
