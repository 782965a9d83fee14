// The browser of the journeys and of the screenshots: the machine's own Chromium, kept quiet.
import type { LaunchOptions } from '@playwright/test'

export const chromiumLaunch = (): LaunchOptions => ({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: [
    // Containers, where these run, do not allow the browser a sandbox of its own.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
})
