// How the journeys run: two workers, each with a desk of its own, in the machine's Chromium.

import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { defineConfig } from '@playwright/test'

const launch = chromiumLaunch()
/** A page is closed long before optimizing its code would pay. */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev']

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './support/prepare.ts',
  fullyParallel: true,
  workers: 2,
  // What passes only the second time is named in the summary, and more than two of them fail the run.
  retries: 1,
  // When nothing works, the first failures say why.
  maxFailures: 10,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: { ...launch, args: [...(launch.args ?? []), ...SHORT_LIVED] },
    locale: 'en-US',
    // West of Greenwich, where a date read in the wrong zone shows the day before.
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every test would cost a third of the time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
