// `npm run serve`: live. The server itself refuses to start while a setting is missing.
import { become, SERVER_PROGRAM } from './processes.mjs'
import { readSettings } from './settings.mjs'
import { buildPages, command, installPackages } from './toolchain.mjs'

await command(async () => {
  const settings = readSettings()
  await installPackages()
  await buildPages()
  await become(SERVER_PROGRAM, { env: { ...settings, MODE: 'live' } })
})
