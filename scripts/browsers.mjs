// `npm run test:browsers`: the main journeys in Firefox and WebKit (Safari's engine); arguments choose which.
// Not part of `npm test`, because both browsers come from Debian.
import { findProgram, installDebianPackage } from './lib/debian.mjs'
import { run, UserError } from './lib/processes.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'
import { fixEnvironment } from './test-run/environment.mjs'

/** Programs, and the Debian packages that contain them. */
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
    throw new UserError(`${program} isn't installed. On Debian, run: apt-get install ${packages}`)
  }
  await buildPages()
  const args = ['e2e/browsers/main.ts', ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args)
  process.exit(code)
})
