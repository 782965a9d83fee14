// How tests, screenshots and benchmarks launch Chromium: quietly, and with the project's fonts.
import type { LaunchOptions } from '@playwright/test'
import { writeFontConfig } from './fonts.ts'

export const chromiumLaunch = (): LaunchOptions => ({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  env: { ...process.env, FONTCONFIG_FILE: writeFontConfig() },
  args: [
    // The browser's sandbox doesn't work in containers.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
})
