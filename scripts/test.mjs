// `npm test`: all checks and tests on a bare clone.
// `npm test -- --changed [commit]` runs all checks, and the tests of what has changed since then.
// `npm run check` (`--quick`) skips those that need PostgreSQL or a browser.

import { machineCpuSeconds, measureCpu } from './lib/cpu-time.mjs'
import { UserError } from './lib/processes.mjs'
import { table } from './lib/table.mjs'
import { command, installPackages } from './lib/toolchain.mjs'
import { WORKERS } from './lib/workers.mjs'
import { findBase, planChanged } from './test-run/changed.mjs'
import { fixEnvironment, prepareEnvironment } from './test-run/environment.mjs'
import { STEPS } from './test-run/steps.mjs'

/** @typedef {import('./test-run/steps.mjs').Step} Step */
/** @typedef {import('./test-run/reports.mjs').Result} Result */
/** @typedef {import('./test-run/changed.mjs').Plan} Plan */
/** @typedef {{ name: string, seconds: string, cpu: string } & Result} Done */

const quick = process.argv.includes('--quick')
const SLOWEST = 10

/** @param {number} since */
const secondsSince = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/**
 * @param {Step} step
 * @param {Plan | undefined} plan
 * @returns {Promise<Done>}
 */
const perform = async ({ name, cpuSecondsMax, work }, plan) => {
  console.log(`▸ ${name}`)
  const startedAt = Date.now()
  const show = (/** @type {string} */ line) => line.trim() && console.log(`  ${name} │ ${line}`)
  const safely = () =>
    work(show, plan).catch((error) => {
      show(error instanceof UserError ? error.message : String(error?.stack ?? error))
      return /** @type {Result} */ ({ passed: 0, failed: 1 })
    })
  const { result, cpuSeconds = 0 } = await measureCpu(safely)
  const over = cpuSeconds > cpuSecondsMax ? `more than its budget of ${cpuSecondsMax} s CPU` : ''
  const note = [result.note, over].filter(Boolean).join('; ')
  const cpu = cpuSeconds ? `${cpuSeconds.toFixed(0)} s CPU` : ''
  const done = { name, seconds: secondsSince(startedAt), cpu, ...result, note }
  console.log(rowOf(done).join('  '))
  return done
}

/**
 * Starts each step when the steps before it have passed.
 * @param {readonly Step[]} steps
 * @param {Plan | undefined} plan
 */
const performAll = async (steps, plan) => {
  /** @type {Map<string, Promise<Done | undefined>>} */
  const started = new Map()
  for (const step of steps) {
    const before = Promise.all((step.after ?? []).map((name) => started.get(name)))
    const hasPassed = (/** @type {Done | undefined} */ done) => done?.failed === 0
    started.set(
      step.name,
      before.then((all) => (all.every(hasPassed) ? perform(step, plan) : undefined)),
    )
  }
  const done = await Promise.all(started.values())
  return done.filter((each) => each !== undefined)
}

/** @param {Done} done */
const rowOf = ({ name, seconds, cpu, passed, failed, note }) => [
  failed > 0 ? '✗' : passed > 0 ? '✓' : '!',
  name,
  seconds,
  cpu,
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

/** @param {Plan} plan */
const describe = ({ since, ...plan }) => {
  const what =
    plan.features === 'all'
      ? `Everything runs, because ${plan.reason}.`
      : `Only the tests of ${plan.features.join(', ') || 'no feature'} run.`
  return `Changed since ${since.slice(0, 8)}. ${what}`
}

await command(async () => {
  const startedAt = Date.now()
  const cpuBefore = machineCpuSeconds()
  fixEnvironment()
  await installPackages()
  await prepareEnvironment({ quick })
  const base = await findBase()
  const plan = base ? await planChanged(base) : undefined
  if (plan) console.log(`${describe(plan)}\n`)
  const done = await performAll(
    STEPS.filter((step) => step.quick || !quick),
    plan,
  )
  printSummary(done)
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    done.reduce((total, step) => total + step[key], 0)
  const what = quick ? 'quick checks only' : 'checks and tests'
  const cpu = `${(machineCpuSeconds() - cpuBefore).toFixed(0)} s CPU on this machine`
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed in ${secondsSince(startedAt)} (${what}, ${WORKERS} workers, ${cpu})`,
  )
  process.exit(sum('failed') > 0 ? 1 : 0)
})
