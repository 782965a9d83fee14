// `npm run bench`: the measurements, each printing a table; arguments choose which.
import { run } from './processes.mjs'
import { buildPages, command, installPackages } from './toolchain.mjs'

await command(async () => {
  await installPackages()
  await buildPages()
  const { code } = await run(process.execPath, ['bench/src/main.ts', ...process.argv.slice(2)])
  process.exit(code)
})
