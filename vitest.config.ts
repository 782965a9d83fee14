// The tests outside the browser. `api` runs on the embedded database, or on PostgreSQL with TEST_DATABASE_URL.
import { defineConfig } from 'vitest/config'

// These ask hardly anything of the database that others do not, and take long: once, on PostgreSQL, is enough. Where
// there is no PostgreSQL, the embedded one has to do.
const isOnce = process.env.TEST_DATABASE_URL === undefined && process.env.TEST_ALL === undefined
const ONCE = ['abuse', 'payments-desk', 'payments-input', 'payments-reconcile', 'payments-wallet']

const limits = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
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
            'scripts/*.test.mjs',
          ],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...limits,
          name: 'api',
          include: ['server/test/**/*.test.ts'],
          exclude: isOnce ? ONCE.map((name) => `server/test/${name}.test.ts`) : [],
          globalSetup: ['server/test/support/template.ts'],
        },
      },
      {
        test: { ...limits, name: 'stand-ins', include: ['sandbox/**/*.browser.test.ts'] },
      },
      {
        test: {
          ...limits,
          // Each starts whole processes, on a machine that may be busy.
          testTimeout: 120_000,
          name: 'commands',
          include: ['scripts/test/**/*.test.mjs'],
          exclude: ['scripts/test/fleet.test.mjs'],
        },
      },
      {
        test: {
          ...limits,
          testTimeout: 120_000,
          // Needs PostgreSQL, which it starts itself.
          name: 'fleet',
          include: ['scripts/test/fleet.test.mjs'],
        },
      },
    ],
  },
})
