// The browser of the tests: the machine's own, or one that is installed for them.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findProgram, installDebianPackage } from './debian.mjs'
import { Refusal, ROOT, run } from './processes.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * For tests, the one without a window where it is installed: it draws less and is a quarter quicker. It shows no PDF,
 * so pictures are made with a whole browser.
 * @returns {Promise<string>}
 */
export const getTestChromium = async () =>
  process.env.CHROMIUM_PATH
    ? getChromium()
    : (findProgram(['chromium-headless-shell']) ?? (await getChromium()))

/** @returns {Promise<string>} the path of a Chromium that can be launched */
export const getChromium = async () => {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given))
    throw new Refusal(`CHROMIUM_PATH is "${given}", where there is no file.`)
  const found = given || findProgram(NAMES) || findOwn()
  if (found) return found
  if (await installDebianPackage('chromium')) {
    const installed = findProgram(NAMES)
    if (installed) return installed
  }
  console.log("Downloading Playwright's Chromium (first time only)…")
  await run('playwright', ['install', 'chromium'])
  const own = findOwn()
  if (own) return own
  throw new Refusal(
    'The browser tests need Chromium: there is none on this machine and none could be installed. Install it, or name it with CHROMIUM_PATH.',
  )
}

const findOwn = () => {
  const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
