// `npm run doctor`: tests every setting and service with harmless calls, and says what's wrong and how to fix it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runInPlace, SERVER_PROGRAM } from './lib/processes.mjs'
import { command, installPackages } from './lib/toolchain.mjs'
import { readSettings } from './start/settings.mjs'

await command(async () => {
  const settings = readSettings()
  // Never beside a running app, which would lose its packages for a minute.
  if (!existsSync(join(ROOT, 'node_modules'))) await installPackages()
  const program = [...SERVER_PROGRAM.slice(0, -1), join(ROOT, 'server/src/doctor/doctor.ts')]
  await runInPlace([...program, ...process.argv.slice(2)], { env: settings, ownGroup: false })
})
