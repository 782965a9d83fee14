// The steps of the tests in their order. Each says how many things passed and failed; a check counts as one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTestChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { ROOT, run } from './processes.mjs'
import { buildPages } from './toolchain.mjs'

/** @typedef {{ passed: number, failed: number, note?: string }} Result */

const TYPED = [
  'contract',
  'server',
  'web',
  'sandbox',
  'sandbox/tsconfig.browser.json',
  'testing',
  'e2e',
  'bench',
  'scripts',
]

/** @returns {Promise<Result>} */
const checkTypes = async () => {
  const waiting = [...TYPED]
  const failures = []
  const worker = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) {
      // Kept between runs, so that only what changed is checked again.
      const memory = ['--incremental', '--tsBuildInfoFile', `.cache/types/${folder}.json`]
      const args = ['--noEmit', '-p', folder, ...memory]
      const { code, output } = await run('tsc', args, { quiet: true })
      if (code === 0) continue
      failures.push(folder)
      console.log(output.trim())
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: TYPED.length - failures.length, failed: failures.length }
}

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @returns {() => Promise<Result>}
 */
const check = (tool, args) => async () => {
  const { code } = await run(tool, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Runs a test program that writes its counts to a file.
 * @template Report
 * @param {(file: string) => Promise<{ code: number }>} work
 * @param {(report: Report) => Result} read
 * @returns {Promise<Result>}
 */
const countTests = async (work, read) => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-tests-'))
  try {
    const file = join(folder, 'report.json')
    const { code } = await work(file)
    const result = read(JSON.parse(readFileSync(file, 'utf8')))
    // A file that does not even load has no failed test in it, and still it failed.
    return code === 0 ? result : { ...result, failed: Math.max(1, result.failed) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {readonly string[]} projects
 * @param {NodeJS.ProcessEnv} [env]
 */
const vitest = (projects, env = {}) =>
  countTests(
    (file) => {
      const chosen = projects.flatMap((name) => ['--project', name])
      const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      return run('vitest', ['run', ...chosen, ...reports], { env: { ...process.env, ...env } })
    },
    (/** @type {{ numPassedTests: number, numFailedTests: number }} */ report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
    }),
  )

/** @returns {Promise<Result>} */
const testOnPostgres = async () => {
  const postgres = await startPostgres()
  if (!postgres) {
    const note =
      'on the embedded database: no PostgreSQL on this machine, and none could be installed'
    console.log(note)
    return { ...(await vitest(['api'], { TEST_ALL: 'yes' })), note }
  }
  try {
    return await vitest(['api', 'fleet'], { TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

/** @returns {Promise<Result>} */
const testInBrowser = async () => {
  const CHROMIUM_PATH = await getTestChromium()
  console.log(`Browser: ${CHROMIUM_PATH}`)
  return countTests(
    (file) =>
      run('playwright', ['test', '--reporter=list,json'], {
        cwd: join(ROOT, 'e2e'),
        env: { ...process.env, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      }),
    (/** @type {{ stats: Record<'expected' | 'unexpected' | 'flaky', number> }} */ { stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    }),
  )
}

/** @type {readonly { name: string, quick: boolean, work: () => Promise<Result> }[]} */
export const STEPS = [
  { name: 'Types', quick: true, work: checkTypes },
  { name: 'Lint and format', quick: true, work: check('biome', ['check']) },
  { name: 'Import boundaries', quick: true, work: check('node', ['scripts/boundaries.mjs']) },
  { name: 'Unused code', quick: true, work: check('knip', []) },
  {
    name: 'Unit tests, API on the embedded database',
    quick: true,
    work: () => vitest(['unit', 'api']),
  },
  {
    name: 'Build of the pages',
    quick: false,
    work: () => buildPages().then(() => ({ passed: 1, failed: 0 })),
  },
  { name: 'API and several processes on PostgreSQL', quick: false, work: testOnPostgres },
  { name: 'Commands', quick: false, work: () => vitest(['commands']) },
  {
    name: 'Stand-ins in the browser',
    quick: false,
    work: async () => vitest(['stand-ins'], { CHROMIUM_PATH: await getTestChromium() }),
  },
  { name: 'Journeys in the browser', quick: false, work: testInBrowser },
]
