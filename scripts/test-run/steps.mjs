// The steps of `npm test`. Each starts when the steps in `after` have passed.
import { join } from 'node:path'
import { getTestChromium } from '../lib/chromium.mjs'
import { startPostgres } from '../lib/postgres.mjs'
import { ROOT, run } from '../lib/processes.mjs'
import { buildPages } from '../lib/toolchain.mjs'
import { UNIT_WORKERS, WORKERS } from '../lib/workers.mjs'
import { apiTestsOf, journeysOf } from './changed.mjs'
import { countTests, readPlaywright, readVitest } from './reports.mjs'

/** @typedef {import('./reports.mjs').Result} Result */
/** @typedef {(line: string) => void} Show */
/** @typedef {import('./changed.mjs').Plan} Plan */
/**
 * @typedef {{ name: string, quick?: boolean, after?: readonly string[], cpuSecondsMax: number, work: (show: Show, plan?: Plan) => Promise<Result> }} Step
 *   `cpuSecondsMax` is the step's budget on a bare clone, without a browser's own processes. The summary says when it's passed.
 */

/** All Node code is one program: separate programs would check shared files several times. */
const PROGRAMS = { node: '.', web: 'web', 'sandbox-pages': 'sandbox/tsconfig.browser.json' }

/**
 * API tests take longest and wait half of their time. The others leave them the processor when they need it, so that
 * less is left of them at the end. Only a little: another program on a busy machine would get all of it.
 */
const NICENESS = 3

/** More flaky browser tests than this fail the run. */
const FLAKY_MAX = 2

/** @type {Step['work']} */
const checkTypes = async (show) => {
  let [passed, failed] = [0, 0]
  for (const [name, project] of Object.entries(PROGRAMS)) {
    // Kept between runs, so that only changes are checked.
    const memory = ['--incremental', '--tsBuildInfoFile', `.cache/types/${name}.json`]
    // Several checkers would each work out the shared types, which takes three times the CPU time.
    const args = ['--noEmit', '-p', project, '--checkers', '1', ...memory]
    const { code } = await run('tsc', args, { onLine: show })
    if (code === 0) passed += 1
    else failed += 1
  }
  return { passed, failed }
}

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @returns {Step['work']}
 */
const check = (tool, args) => async (show) => {
  const { code } = await run(tool, args, { onLine: show })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * @param {Show} show
 * @param {readonly string[]} projects
 * @param {{ env?: NodeJS.ProcessEnv, workers?: number, niceness?: number, args?: readonly string[] }} [options]
 *   `args` are files, and more
 */
const vitest = (
  show,
  projects,
  { env = {}, workers = WORKERS, niceness = NICENESS, args = [] } = {},
) =>
  countTests((file) => {
    const chosen = projects.flatMap((name) => ['--project', name])
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return run('vitest', ['run', `--maxWorkers=${workers}`, ...chosen, ...reports, ...args], {
      env: { ...process.env, ...env },
      onLine: show,
      niceness,
    })
  }, readVitest)

/** @param {string} note */
const leaveOut = (note) => ({ passed: 0, failed: 0, note: `left out: ${note}` })

/** @type {Step['work']} */
const testUnits = async (show, plan) => {
  const workers = UNIT_WORKERS
  if (!plan || plan.features === 'all') return vitest(show, ['unit', 'api'], { workers })
  const args = ['--changed', plan.since]
  const result = await vitest(show, ['unit'], { workers, args })
  return { ...result, note: 'left out: what imports no changed file; the embedded database' }
}

/** @type {Step['work']} */
const testOnPostgres = async (show, plan) => {
  const isPart = plan && plan.features !== 'all'
  const files = isPart ? apiTestsOf(plan.features) : []
  if (isPart && files.length === 0) return leaveOut('no API test of a changed feature')
  const some = isPart ? { note: `left out: all but ${plan.features.join(', ')}` } : {}
  const postgres = await startPostgres()
  if (!postgres) {
    const note = 'no PostgreSQL: ran on the embedded database, skipped tests with several processes'
    const result = await vitest(show, ['api'], { env: { TEST_ALL: 'yes' }, args: files })
    return { ...result, note }
  }
  try {
    const projects = isPart ? ['api'] : ['api', 'fleet']
    const env = { TEST_DATABASE_URL: postgres.url }
    const result = await vitest(show, projects, { env, niceness: 0, args: files })
    return { ...result, ...some }
  } finally {
    await postgres.stop()
  }
}

/** @type {Step['work']} */
const testCommands = async (show, plan) =>
  plan && plan.features !== 'all' ? leaveOut('no command has changed') : vitest(show, ['commands'])

/**
 * @param {(CHROMIUM_PATH: string) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
const withChromium = async (work) => {
  const path = await getTestChromium()
  return path ? work(path) : { passed: 0, failed: 0, note: 'skipped: no Chromium' }
}

/** @type {Step['work']} */
const testPages = (show, plan) =>
  withChromium(async (CHROMIUM_PATH) => {
    const env = { CHROMIUM_PATH }
    if (!plan || plan.features === 'all') return vitest(show, ['pages', 'emulators'], { env })
    const args = plan.pageTests
    if (args.length === 0) return leaveOut('no page shows what has changed')
    const result = await vitest(show, ['pages'], { env, args })
    return { ...result, note: 'left out: pages that show nothing of what has changed' }
  })

/** @type {Step['work']} */
const testJourneys = (show, plan) =>
  withChromium(async (CHROMIUM_PATH) => {
    const folders = plan && plan.features !== 'all' ? journeysOf(plan.features) : undefined
    if (folders?.length === 0) return leaveOut('no feature has changed')
    const paths = folders?.map((name) => `${name}/`) ?? []
    const tested = await countTests(
      (file) =>
        run('playwright', ['test', '--reporter=list,json', ...paths], {
          cwd: join(ROOT, 'e2e'),
          env: { ...process.env, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
          onLine: show,
          niceness: NICENESS,
        }),
      readPlaywright,
    )
    const result = folders ? { ...tested, note: `left out: all but ${folders.join(', ')}` } : tested
    const flaky = result.tests?.filter(({ status }) => status === 'flaky').length ?? 0
    if (flaky <= FLAKY_MAX) return result
    const note = `${flaky} flaky tests; at most ${FLAKY_MAX} are allowed`
    return { ...result, failed: Math.max(1, result.failed), note }
  })

/** Without bench, because the import checker can't parse its `using` declarations. */
const SOURCE_FOLDERS = [
  'contract/src',
  'server/src',
  'web/src',
  'sandbox/src',
  'testing',
  'e2e',
  'scripts',
]
const CHECKS = ['Types', 'Lint', 'Imports', 'Unused code', 'Build']

/**
 * Steps marked `quick` need neither PostgreSQL nor a browser. API tests often wait for timeouts and retries, so they
 * start first, and other steps run at the same time.
 * @type {readonly Step[]}
 */
export const STEPS = [
  { name: 'API on PostgreSQL', cpuSecondsMax: 450, work: testOnPostgres },
  { name: 'Types', quick: true, cpuSecondsMax: 30, work: checkTypes },
  { name: 'Lint', quick: true, cpuSecondsMax: 15, work: check('biome', ['check']) },
  { name: 'Imports', quick: true, cpuSecondsMax: 10, work: check('depcruise', SOURCE_FOLDERS) },
  { name: 'Unused code', quick: true, cpuSecondsMax: 15, work: check('knip', []) },
  {
    name: 'Build',
    cpuSecondsMax: 25,
    work: () => buildPages().then(() => ({ passed: 1, failed: 0 })),
  },
  { name: 'Unit and embedded database', quick: true, cpuSecondsMax: 120, work: testUnits },
  { name: 'Commands', after: CHECKS, cpuSecondsMax: 60, work: testCommands },
  {
    name: 'Pages and emulators in the browser',
    after: ['Commands'],
    cpuSecondsMax: 90,
    work: testPages,
  },
  {
    name: 'Journeys in the browser',
    after: ['Pages and emulators in the browser'],
    cpuSecondsMax: 140,
    work: testJourneys,
  },
]
