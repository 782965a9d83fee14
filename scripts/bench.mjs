// `npm run bench`: prints a table for each measurement; arguments choose which. `--program=abuse` runs another set.
import { run } from './lib/processes.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'

await command(async () => {
  await installPackages()
  await buildPages()
  const args = process.argv.slice(2)
  const folder = args.find((each) => each.startsWith('--program='))?.split('=')[1]
  const program = folder ? `bench/src/${folder}/main.ts` : 'bench/src/main.ts'
  const { code } = await run(process.execPath, [program, ...args])
  process.exit(code)
})
