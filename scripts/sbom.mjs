// `npm run sbom`: writes which packages we use, with versions, licenses and hashes, as CycloneDX. It needs only the lock file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runNpm, UserError } from './lib/processes.mjs'
import { command } from './lib/toolchain.mjs'

// With NODE_ENV=production, npm would leave out packages, even some that production uses.
const ARGS = [
  'sbom',
  '--include=dev',
  '--package-lock-only',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
]

await command(async () => {
  const { code, output } = await runNpm([...ARGS, '--loglevel=silent'], { quiet: true })
  if (code !== 0) throw new UserError(`npm couldn't list the packages:\n${output}`)
  const sbom = JSON.parse(output)
  // npm takes the folder's name.
  sbom.metadata.component.name = 'invoice-desk'
  const folder = join(ROOT, 'sbom')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'invoice-desk.cdx.json')
  writeFileSync(file, `${JSON.stringify(sbom, null, 1)}\n`)
  console.log(`${sbom.components.length} packages are listed in ${file}`)
})
