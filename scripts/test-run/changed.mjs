// What `npm test -- --changed` runs: the tests of the features that a change can affect.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run, UserError } from '../lib/processes.mjs'

/**
 * @typedef {{ since: string, features: readonly string[], pageTests: readonly string[] }} Part
 *   `features` of the journeys and API tests to run, and the files of the page tests
 * @typedef {{ since: string, features: 'all', reason: string }} All
 * @typedef {Part | All} Plan
 */

const DEFAULT_BASES = ['origin/main', 'main']
const SOURCES = ['contract/src', 'server/src', 'web/src']
const FEATURE = /^(?:server|web)\/src\/features\/([a-z-]+)\//
/** Changes here need no test of ours. */
const NO_TESTS = /^(?:docs|deploy|bench|\.github)\/|\.md$/
/** These files import every feature, so what they import says nothing about a change. */
const ROOTS =
  /^(?:server\/src\/(?:app|server|main|doctor\/doctor)\.ts|web\/src\/(?:main|app\/routes)\.tsx)$/
const PAGE_TEST = /\.page\.test\.tsx$/
/** A test itself, whose feature is in its path. */
const TEST = /^(?:e2e|server\/test)\/|\.test\.\w+$/
/** The commit that a change starts from; undefined to run everything. */
export const findBase = async () => {
  const at = process.argv.indexOf('--changed')
  if (at < 0) return undefined
  const asked = process.argv[at + 1]
  const names = asked && !asked.startsWith('-') ? [asked] : DEFAULT_BASES
  for (const name of names) {
    const { code, output } = await git('merge-base', name, 'HEAD')
    if (code === 0) return output.trim()
  }
  throw new UserError(`We couldn't find ${names.join(' or ')}. Name a commit, for example HEAD~1.`)
}

/**
 * @param {string} since
 * @returns {Promise<Plan>}
 */
export const planChanged = async (since) => {
  const all = readdirSync(join(ROOT, 'web/src'), { recursive: true, encoding: 'utf8' })
  const pageTests = all.filter((name) => PAGE_TEST.test(name)).map((name) => `web/src/${name}`)
  const changed = await listChanged(since)
  return planOf({ since, changed, imports: await readImports(), pageTests })
}

/**
 * @param {{ since: string, changed: readonly string[], imports: Imports, pageTests: readonly string[] }} found
 * @returns {Plan}
 */
export const planOf = ({ since, changed, imports, pageTests }) => {
  const relevant = changed.filter((file) => !NO_TESTS.test(file))
  const features = new Set()
  for (const file of relevant) {
    const found = TEST.test(file) ? [featureOfTest(file)] : featuresOf(file, imports)
    if (found.length === 0 || found.includes(undefined)) {
      return { since, features: 'all', reason: `${file} belongs to no single feature` }
    }
    for (const feature of found) features.add(feature)
  }
  const products = relevant.filter((file) => !TEST.test(file))
  const needing = new Set(products.flatMap((file) => [...listNeeding(file, imports)]))
  return {
    since,
    features: [...features].sort(),
    pageTests: pageTests.filter((test) => relevant.includes(test) || canFail(test, needing)),
  }
}

/**
 * Whether a page test can see a change in one of these files. Those beside a feature see all of the feature, those beside a
 * page or a part see that, and all others see everything.
 * @param {string} test
 * @param {ReadonlySet<string>} needing
 */
const canFail = (test, needing) => {
  const pages = [...needing].filter((file) => file.startsWith('web/src/'))
  const feature = FEATURE.exec(test)?.[0]
  if (feature) return pages.some((file) => file.startsWith(feature))
  const subject = test.replace(PAGE_TEST, '.tsx')
  return existsSync(join(ROOT, subject)) ? needing.has(subject) : pages.length > 0
}

/** @param {...string} args */
const git = (...args) => run('git', args, { quiet: true })

/** @param {string} since */
const listChanged = async (since) => {
  const all = [
    await git('diff', '--name-only', since),
    await git('ls-files', '--others', '--exclude-standard'),
  ]
  return all.flatMap(({ output }) => output.split('\n')).filter(Boolean)
}

/** @typedef {Map<string, string[]>} Imports each file of the product, with those that it imports */

/** @returns {Promise<Imports>} */
const readImports = async () => {
  const { output } = await run('depcruise', ['-T', 'json', ...SOURCES], { quiet: true })
  /** @type {{ modules: { source: string, dependencies: { resolved: string }[] }[] }} */
  const { modules } = JSON.parse(output)
  return new Map(
    modules.map(({ source, dependencies }) => [
      source,
      dependencies.map(({ resolved }) => resolved),
    ]),
  )
}

/**
 * The file, and those that need it.
 * @param {string} file
 * @param {Imports} imports
 */
const listNeeding = (file, imports) => {
  const needing = new Set([file])
  for (const each of needing) {
    for (const [source, imported] of imports) {
      if (imported.includes(each) && !ROOTS.test(source)) needing.add(source)
    }
  }
  return needing
}

/**
 * The features that a file belongs to, or whose files need it.
 * @param {string} file
 * @param {Imports} imports
 * @returns {(string | undefined)[]}
 */
const featuresOf = (file, imports) => {
  const found = [...listNeeding(file, imports)].flatMap((each) => FEATURE.exec(each)?.[1] ?? [])
  if (found.length > 0 || !file.startsWith('web/src/pages/')) return [...new Set(found)]
  // A page belongs to the features that it shows.
  return [...new Set((imports.get(file) ?? []).flatMap((each) => FEATURE.exec(each)?.[1] ?? []))]
}

/** @param {string} file */
const featureOfTest = (file) => {
  const name =
    FEATURE.exec(file)?.[1] ?? /^(?:e2e|server\/test)\/([a-z-]+)\/[\w-]+\.test/.exec(file)?.[1]
  return name && existsSync(join(ROOT, 'server/src/features', name)) ? name : undefined
}

/**
 * The API tests of these features.
 * @param {readonly string[]} features
 */
export const apiTestsOf = (features) =>
  features.flatMap((name) => {
    const folder = `server/test/${name}`
    const files = existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : []
    return files.filter((file) => file.endsWith('.test.ts')).map((file) => `${folder}/${file}`)
  })

/** Features without journeys of their own are part of the frame around all pages. */
const FRAME = 'shell'

/**
 * The folders of the journeys of these features.
 * @param {readonly string[]} features
 */
export const journeysOf = (features) => [
  ...new Set(features.map((name) => (existsSync(join(ROOT, 'e2e', name)) ? name : FRAME))),
]
