// The tests outside the browser. `api` runs on the embedded database, or on PostgreSQL with TEST_DATABASE_URL.
import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { WORKERS } from './scripts/lib/workers.mjs'

// Tests run the code that people get. React's code for development also takes twice as long.
process.env.NODE_ENV = 'production'

// The embedded database is PostgreSQL too, but with one connection, its own way to hear of new jobs and to give way during
// an import. Those tests run on both databases, the others once, on PostgreSQL. The browser tests use the embedded one
// throughout. Where there is no PostgreSQL, the embedded one has to do for everything (TEST_ALL).
const isEmbedded = process.env.TEST_DATABASE_URL === undefined && process.env.TEST_ALL === undefined
const EMBEDDED_TESTS =
  'server/test/{db/{database,embedded-database,jobs},retailer/import-running}.test.ts'
const API_TESTS = isEmbedded ? EMBEDDED_TESTS : 'server/test/*/*.test.ts'

/** Files named after a database run only on that one. */
const OTHER_DATABASE = process.env.TEST_DATABASE_URL === undefined ? 'postgres' : 'embedded'

const FLEET_TESTS = ['scripts/test/{faults,fleet}.test.mjs']
/** Short files that take long. */
const LONG_TESTS = /\/(faults|fleet|copy-random|jobs)\.test\./

/** Large, and no one debugs packages in a test. */
const WITHOUT_MAPS: Plugin = {
  name: 'packages-without-source-maps',
  enforce: 'post',
  transform: (code, id) => (id.includes('/.vite/') ? { code, map: { mappings: '' } } : undefined),
}

/** Vitest starts with the longest files. Those that take longer than they look follow soon, so no run ends with one of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG_TESTS.test(moduleId)
    const others = sorted.filter((file) => !isLong(file))
    return others.toSpliced(Math.floor(others.length / 4), 0, ...sorted.filter(isLong))
  }
}

/** They end what hangs. A machine that is busy with other things may take ten times as long as a quiet one. */
const limits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000 } },
}

export default defineConfig({
  test: {
    pool: 'forks',
    // No test changes a module that another one uses, so a worker loads them once.
    isolate: false,
    // A worker's modules fill the heap, and looking through them for garbage again and again takes a tenth of its time.
    execArgv: ['--initial-heap-size=1000', '--min-semi-space-size=32'],
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...limits,
          name: 'unit',
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'sandbox/**/*.test.ts',
            'testing/src/**/*.test.ts',
            'scripts/{lint,test-run}/*.test.mjs',
          ],
          exclude: ['**/*.{browser,page}.test.{ts,tsx}', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...limits,
          name: 'api',
          include: [API_TESTS],
          exclude: [`server/test/*/${OTHER_DATABASE}-*.test.ts`],
          globalSetup: ['testing/src/app/template.ts'],
        },
      },
      {
        plugins: [WITHOUT_MAPS],
        // Like the pages' own build, without what only a build needs.
        css: { modules: { generateScopedName: '[name]_[local]' } },
        optimizeDeps: {
          entries: ['web/src/main.tsx', 'web/test/open-page.tsx'],
          // Only workers import them. Found during a run, they would reload the page.
          include: ['unpdf/pdfjs', 'libheif-js'],
        },
        test: {
          ...limits,
          name: 'pages',
          include: ['web/src/**/*.page.test.tsx'],
          setupFiles: ['web/test/page-settings.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: 180_000,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: chromiumLaunch(),
              contextOptions: {
                locale: 'en-US',
                timezoneId: 'America/New_York',
                reducedMotion: 'reduce',
              },
              actionTimeout: 90_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: { ...limits, name: 'emulators', include: ['sandbox/**/*.browser.test.ts'] },
      },
      {
        test: {
          ...limits,
          name: 'commands',
          include: ['scripts/test/**/*.test.mjs'],
          exclude: FLEET_TESTS,
        },
      },
      {
        test: {
          ...limits,
          // They need PostgreSQL, which they start themselves.
          name: 'fleet',
          include: FLEET_TESTS,
        },
      },
    ],
  },
})
