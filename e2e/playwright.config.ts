// Browser tests: each worker has its own app, in the machine's Chromium.

import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { defineConfig } from '@playwright/test'
import { WORKERS } from '../scripts/lib/workers.mjs'

const launch = chromiumLaunch()
const FAST = [
  // Pages are closed before optimizing their code would pay off.
  '--js-flags=--no-opt --no-maglev',
  // The pages of a context share a process, and with it the compiled code.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // Drawing and loading in the browser's own process saves a tenth of the time.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
]

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './support/prepare.ts',
  fullyParallel: true,
  workers: WORKERS,
  // The summary lists flaky tests; more than two fail the run.
  retries: 1,
  maxFailures: 10,
  // These end what hangs. A machine that is busy with other things may take ten times as long as a quiet one.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: { ...launch, args: [...(launch.args ?? []), ...FAST] },
    locale: 'en-US',
    // West of UTC, where a date read in the wrong zone shows the day before.
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    // Tracing every test would make the run a third longer.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
