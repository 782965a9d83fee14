// `npm run serve`: live. The server itself refuses to start while a setting is missing.
import { become, SERVER_PROGRAM } from './lib/processes.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'
import { readSettings } from './start/settings.mjs'

await command(async () => {
  const settings = readSettings()
  await installPackages()
  await buildPages()
  await become(SERVER_PROGRAM, { env: { ...settings, MODE: 'live' } })
})
