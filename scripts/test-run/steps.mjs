// The steps of `npm test`. Each starts when the steps in `after` have passed.
import { join } from 'node:path'
import { getTestChromium } from '../lib/chromium.mjs'
import { startPostgres } from '../lib/postgres.mjs'
import { ROOT, run } from '../lib/processes.mjs'
import { buildPages } from '../lib/toolchain.mjs'
import { countTests, readPlaywright, readVitest } from './reports.mjs'

/** @typedef {import('./reports.mjs').Result} Result */
/** @typedef {(line: string) => void} Show */
/** @typedef {{ name: string, quick?: boolean, after?: readonly string[], work: (show: Show) => Promise<Result> }} Step */

/** All Node code is one program: separate programs would check shared files several times. */
const PROGRAMS = { node: '.', web: 'web', 'sandbox-pages': 'sandbox/tsconfig.browser.json' }

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
 * @param {NodeJS.ProcessEnv} [env]
 */
const vitest = (show, projects, env = {}) =>
  countTests((file) => {
    const chosen = projects.flatMap((name) => ['--project', name])
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return run('vitest', ['run', ...chosen, ...reports], {
      env: { ...process.env, ...env },
      onLine: show,
    })
  }, readVitest)

/** @type {Step['work']} */
const testOnPostgres = async (show) => {
  const postgres = await startPostgres()
  if (!postgres) {
    const note = 'no PostgreSQL: ran on the embedded database, skipped tests with several processes'
    return { ...(await vitest(show, ['api'], { TEST_ALL: 'yes' })), note }
  }
  try {
    return await vitest(show, ['api', 'fleet'], { TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

/**
 * @param {(CHROMIUM_PATH: string) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
const withChromium = async (work) => {
  const path = await getTestChromium()
  return path ? work(path) : { passed: 0, failed: 0, note: 'skipped: no Chromium' }
}

/** @type {Step['work']} */
const testInBrowser = (show) =>
  withChromium(async (CHROMIUM_PATH) => {
    const result = await countTests(
      (file) =>
        run('playwright', ['test', '--reporter=list,json'], {
          cwd: join(ROOT, 'e2e'),
          env: { ...process.env, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
          onLine: show,
        }),
      readPlaywright,
    )
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
 * Steps marked `quick` need neither PostgreSQL nor a browser. API tests often wait for timeouts and retries, so other
 * steps run at the same time.
 * @type {readonly Step[]}
 */
export const STEPS = [
  { name: 'Types', quick: true, work: checkTypes },
  { name: 'Lint', quick: true, work: check('biome', ['check']) },
  { name: 'Imports', quick: true, work: check('depcruise', SOURCE_FOLDERS) },
  { name: 'Unused code', quick: true, work: check('knip', []) },
  { name: 'Build', work: () => buildPages().then(() => ({ passed: 1, failed: 0 })) },
  {
    name: 'Unit and embedded database',
    quick: true,
    work: (show) => vitest(show, ['unit', 'api']),
  },
  { name: 'API on PostgreSQL', after: CHECKS, work: testOnPostgres },
  { name: 'Commands', after: CHECKS, work: (show) => vitest(show, ['commands']) },
  {
    name: 'Emulators in the browser',
    after: ['Commands'],
    work: (show) => withChromium((CHROMIUM_PATH) => vitest(show, ['emulators'], { CHROMIUM_PATH })),
  },
  {
    name: 'Journeys in the browser',
    after: ['Emulators in the browser'],
    work: testInBrowser,
  },
]
