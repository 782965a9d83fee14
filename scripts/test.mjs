// `npm test`: all checks and tests on a bare clone.
// `npm run check` (`--quick`) skips those that need PostgreSQL or a browser.

import { UserError } from './lib/processes.mjs'
import { table } from './lib/table.mjs'
import { command, installPackages } from './lib/toolchain.mjs'
import { fixEnvironment, prepareEnvironment } from './test-run/environment.mjs'
import { STEPS } from './test-run/steps.mjs'

/** @typedef {import('./test-run/steps.mjs').Step} Step */
/** @typedef {import('./test-run/reports.mjs').Result} Result */
/** @typedef {{ name: string, seconds: string } & Result} Done */

const quick = process.argv.includes('--quick')
const SLOWEST = 10

/** @param {number} since */
const secondsSince = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/**
 * @param {Step} step
 * @returns {Promise<Done>}
 */
const perform = async ({ name, work }) => {
  console.log(`▸ ${name}`)
  const startedAt = Date.now()
  const show = (/** @type {string} */ line) => line.trim() && console.log(`  ${name} │ ${line}`)
  const result = await work(show).catch((error) => {
    show(error instanceof UserError ? error.message : String(error?.stack ?? error))
    return { passed: 0, failed: 1 }
  })
  const done = { name, seconds: secondsSince(startedAt), ...result }
  console.log(rowOf(done).join('  '))
  return done
}

/**
 * Starts each step when the steps before it have passed.
 * @param {readonly Step[]} steps
 */
const performAll = async (steps) => {
  /** @type {Map<string, Promise<Done | undefined>>} */
  const started = new Map()
  for (const step of steps) {
    const before = Promise.all((step.after ?? []).map((name) => started.get(name)))
    const hasPassed = (/** @type {Done | undefined} */ done) => done?.failed === 0
    started.set(
      step.name,
      before.then((all) => (all.every(hasPassed) ? perform(step) : undefined)),
    )
  }
  const done = await Promise.all(started.values())
  return done.filter((each) => each !== undefined)
}

/** @param {Done} done */
const rowOf = ({ name, seconds, passed, failed, note }) => [
  failed > 0 ? '✗' : passed > 0 ? '✓' : '!',
  name,
  seconds,
  [passed + failed > 1 ? `${passed} passed, ${failed} failed` : '', note]
    .filter(Boolean)
    .join('; '),
]

/** @param {readonly Done[]} done */
const printSummary = (done) => {
  const tests = done.flatMap(({ tests: some = [] }) => some)
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  print(
    'Slowest tests',
    slowest.map(({ ms, ...test }) => [`${(ms / 1000).toFixed(1)} s`, ...where(test)]),
  )
  print('Flaky (passed on retry)', tests.filter(({ status }) => status === 'flaky').map(where))
  print(
    'Failed',
    tests
      .filter(({ status }) => status === 'failed')
      .flatMap((test) => [where(test), ['', firstLine(test)]]),
  )
  print('Summary', done.map(rowOf))
}

/**
 * @param {string} title
 * @param {readonly (readonly string[])[]} rows
 */
const print = (title, rows) => {
  if (rows.length > 0) console.log(`\n${title}\n${table(rows)}`)
}

/** @param {{ place: string, name: string }} test */
const where = ({ place, name }) => [place, name]

/** @param {{ message: string }} test */
const firstLine = ({ message }) => message.split('\n')[0] ?? ''

await command(async () => {
  const startedAt = Date.now()
  fixEnvironment()
  await installPackages()
  await prepareEnvironment({ quick })
  const done = await performAll(STEPS.filter((step) => step.quick || !quick))
  printSummary(done)
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    done.reduce((total, step) => total + step[key], 0)
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed in ${secondsSince(startedAt)} (${quick ? 'quick checks only' : 'checks and tests'})`,
  )
  process.exit(sum('failed') > 0 ? 1 : 0)
})
