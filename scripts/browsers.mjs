// `npm run test:browsers`: the main journeys in Firefox and in WebKit, the engine of Safari; arguments choose.
// Outside of `npm test`, because both browsers are Debian's.
import { findProgram, installDebianPackage } from './lib/debian.mjs'
import { Refusal, run } from './lib/processes.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'
import { fixEnvironment } from './test-run/environment.mjs'

/** The programs that are needed, and the packages that have them. */
const PACKAGES = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  pdftotext: 'poppler-utils',
}

await command(async () => {
  fixEnvironment()
  await installPackages()
  for (const [program, name] of Object.entries(PACKAGES)) {
    if (findProgram([program]) || (await installDebianPackage(name))) continue
    const packages = Object.values(PACKAGES).join(' ')
    throw new Refusal(`There is no ${program} here. On Debian: apt-get install ${packages}`)
  }
  await buildPages()
  const args = ['e2e/browsers/main.ts', ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args)
  process.exit(code)
})
