// `npm run serve`: runs the server live. It refuses to start while a setting is missing.
import { runInPlace, SERVER_PROGRAM } from './lib/processes.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'
import { readSettings } from './start/settings.mjs'

await command(async () => {
  const settings = readSettings()
  await installPackages()
  await buildPages()
  await runInPlace(SERVER_PROGRAM, { env: { ...settings, MODE: 'live' } })
})
