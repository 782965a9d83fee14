// The browser of the tests and of the screenshots: the machine's own, or one that is installed for them.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findProgram, installDebianPackage } from './debian.mjs'
import { Refusal, ROOT, run } from './processes.mjs'

/** Chromium without a window: a quarter faster, but it can't show a PDF. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {Promise<string | undefined>} undefined where there is none and none may be installed */
export const getTestChromium = async () => {
  if (!findProgram([SHELL]) && !process.env.CHROMIUM_PATH) await installDebianPackage(SHELL)
  const found = process.env.CHROMIUM_PATH || findProgram([SHELL]) || findChromium()
  if (found || process.env.NO_INSTALL) return found && checked(found)
  return getChromium()
}

/** @returns {Promise<string>} the path of a whole Chromium, for pictures */
export const getChromium = async () => {
  const found = process.env.CHROMIUM_PATH || findChromium()
  if (found) return checked(found)
  if (await installDebianPackage('chromium')) {
    const installed = findProgram(NAMES)
    if (installed) return installed
  }
  console.log("Downloading Playwright's Chromium (first time only)…")
  await run('playwright', ['install', 'chromium'])
  const own = findOwn()
  if (own) return own
  throw new Refusal(
    'The browser tests need Chromium, and it could not be installed. Install it, set CHROMIUM_PATH, or set NO_INSTALL=1 to skip them.',
  )
}

const findChromium = () => findProgram(NAMES) ?? findOwn()

/** @param {string} path */
const checked = (path) => {
  if (!existsSync(path)) throw new Refusal(`There is no file at CHROMIUM_PATH (${path}).`)
  return path
}

/** The one that Playwright downloads. */
const findOwn = () => {
  const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
