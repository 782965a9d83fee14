// Reads the JSON reports of Vitest and Playwright.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '../lib/processes.mjs'

/** @typedef {{ place: string, name: string, ms: number, status: 'passed' | 'failed' | 'flaky', message: string }} Test */
/** @typedef {{ passed: number, failed: number, tests?: readonly Test[], note?: string }} Result */

/**
 * Runs a test program that writes its report to a file.
 * @template Report
 * @param {(file: string) => Promise<{ code: number }>} work
 * @param {(report: Report) => Test[]} read
 * @returns {Promise<Result>}
 */
export const countTests = async (work, read) => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-tests-'))
  try {
    const file = join(folder, 'report.json')
    const { code } = await work(file)
    const tests = read(JSON.parse(readFileSync(file, 'utf8')))
    const failed = tests.filter(({ status }) => status === 'failed').length
    // A file that fails to load reports no tests.
    return { passed: tests.length - failed, failed: code === 0 ? 0 : Math.max(1, failed), tests }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {{ testResults: { name: string, message?: string, assertionResults: { fullName: string, status: string,
 *   duration?: number | null, failureMessages?: string[] | null }[] }[] }} report
 * @returns {Test[]}
 */
export const readVitest = ({ testResults }) =>
  testResults.flatMap(({ name: file, message, assertionResults }) => {
    const place = relative(ROOT, file)
    if (assertionResults.length === 0) {
      return [{ place, name: 'loads', ms: 0, status: 'failed', message: message ?? '' }]
    }
    return assertionResults.map(({ fullName, status, duration, failureMessages }) => ({
      place,
      name: fullName.trim(),
      ms: duration ?? 0,
      status: status === 'passed' ? 'passed' : 'failed',
      message: failureMessages?.[0] ?? '',
    }))
  })

/**
 * @typedef {{ title: string, file: string, line: number, tests: { status: string,
 *   results: { duration: number, error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs: Spec[], suites?: Suite[] }} Suite
 * @param {{ suites: Suite[] }} report
 * @returns {Test[]}
 */
export const readPlaywright = ({ suites }) =>
  suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.map(({ status, results }) => ({
        place: `e2e/${file}:${line}`,
        name: title,
        ms: results.at(-1)?.duration ?? 0,
        status: STATUSES[status] ?? 'failed',
        message: results[0]?.error?.message ?? '',
      })),
    ),
    ...readPlaywright({ suites: inner }),
  ])

/** @type {Readonly<Record<string, Test['status']>>} */
const STATUSES = { expected: 'passed', flaky: 'flaky' }
