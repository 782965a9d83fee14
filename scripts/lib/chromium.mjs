// Finds or installs Chromium for tests and screenshots.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findProgram, installDebianPackage } from './debian.mjs'
import { ROOT, run, UserError } from './processes.mjs'

/** Chromium without a window: a quarter faster, but it can't show a PDF. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {Promise<string | undefined>} undefined if there is none and we may not install one */
export const getTestChromium = async () => {
  if (!findProgram([SHELL]) && !process.env.CHROMIUM_PATH) await installDebianPackage(SHELL)
  const found = process.env.CHROMIUM_PATH || findProgram([SHELL]) || findChromium()
  if (found || process.env.NO_INSTALL) return found && checked(found)
  return getChromium()
}

/** @returns {Promise<string>} the path of a full Chromium, for screenshots */
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
  throw new UserError(
    "The browser tests need Chromium, but we couldn't install it. Install it, set CHROMIUM_PATH, or set NO_INSTALL=1 to skip them.",
  )
}

const findChromium = () => findProgram(NAMES) ?? findOwn()

/** @param {string} path */
const checked = (path) => {
  if (!existsSync(path))
    throw new UserError(`CHROMIUM_PATH is "${path}", but that file doesn't exist.`)
  return path
}

/** The one that Playwright downloads. */
const findOwn = () => {
  const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
