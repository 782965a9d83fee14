// `npm run screenshots`: takes screenshots of all pages into docs/screenshots; arguments choose which.
import { getChromium } from './lib/chromium.mjs'
import { run } from './lib/processes.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'

await command(async () => {
  await installPackages()
  await buildPages()
  const env = { ...process.env, CHROMIUM_PATH: await getChromium() }
  const args = ['e2e/screenshots.ts', ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { env })
  process.exit(code)
})
