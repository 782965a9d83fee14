// `npm test`: every check and test on a bare clone, step by step, until one fails.
// `npm run check` (`--quick`) leaves out what needs PostgreSQL or a browser.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import util from 'node:util'
import { Refusal, ROOT } from './processes.mjs'
import { table } from './report.mjs'
import { STEPS } from './steps.mjs'
import { command, installPackages } from './toolchain.mjs'

const quick = process.argv.includes('--quick')

// The tests choose their own settings: those of the person's shell must reach neither a database nor a service.
const forgetSettings = () => {
  const names = Object.keys(util.parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
  for (const name of names) delete process.env[name]
}

/** @param {number} since */
const secondsSince = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

await command(async () => {
  const startedAt = Date.now()
  forgetSettings()
  await installPackages()
  /** @type {string[][]} */
  const rows = []
  let [passed, failed] = [0, 0]
  for (const { name, work } of STEPS.filter((step) => step.quick || !quick)) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(3, 76 - name.length))}`)
    const stepStartedAt = Date.now()
    const result = await work().catch((error) => {
      console.error(error instanceof Refusal ? error.message : error)
      return { passed: 0, failed: 1, note: '' }
    })
    passed += result.passed
    failed += result.failed
    const mark = result.failed > 0 ? '✗' : result.passed > 0 ? '✓' : '!'
    const count =
      result.passed + result.failed > 1 ? `${result.passed} passed, ${result.failed} failed` : ''
    rows.push([mark, name, secondsSince(stepStartedAt), result.note || count])
    if (failed > 0) break
  }
  console.log(`\n── Summary ${'─'.repeat(69)}\n${table(rows)}\n`)
  console.log(
    `${passed} passed, ${failed} failed in ${secondsSince(startedAt)} (${quick ? 'quick checks only' : 'checks and tests'})`,
  )
  process.exit(failed > 0 ? 1 : 0)
})
