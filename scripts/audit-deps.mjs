// `npm run audit:deps`: asks the registry for known vulnerabilities in the packages of the lock file. Not every registry
// offers that. Needs the network, so it isn't part of `npm test`.
import { runNpm, UserError } from './lib/processes.mjs'
import { command } from './lib/toolchain.mjs'

/** What a registry without the service answers. */
const NOT_OFFERED = [404, 405, 410, 501]

/** @typedef {{ name: string, severity: string, range: string, via: (string | { title: string, url: string })[] }} Vulnerability */

/** @param {Vulnerability} vulnerability */
const describe = ({ name, severity, range, via }) => {
  const reasons = via.map((each) =>
    typeof each === 'string' ? `through ${each}` : `${each.title} ${each.url}`,
  )
  return `${severity}: ${name} ${range}\n  ${reasons.join('\n  ')}`
}

/** @param {string} output */
const parse = (output) => {
  try {
    return JSON.parse(output)
  } catch {
    throw new UserError(`npm couldn't ask the registry:\n${output}`)
  }
}

await command(async () => {
  const args = ['audit', '--include=dev', '--package-lock-only', '--json', '--loglevel=silent']
  const { output } = await runNpm(args, { quiet: true })
  const report = parse(output)
  if (NOT_OFFERED.includes(report.statusCode)) {
    const { host } = new URL(report.uri)
    return console.log(`Not offered: the registry ${host} doesn't know vulnerabilities.`)
  }
  if (!report.vulnerabilities) {
    throw new UserError(`The registry couldn't be asked: ${report.message ?? output}`)
  }
  /** @type {Vulnerability[]} */
  const found = Object.values(report.vulnerabilities)
  if (found.length > 0) throw new UserError(found.map(describe).join('\n'))
  console.log('The registry knows no vulnerability in our packages.')
})
