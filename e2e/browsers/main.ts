// Runs the main journeys in Firefox and WebKit, one at a time, and prints the results.
// Arguments filter by browser and journey: `webkit card`.
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onStopSignal } from '../../scripts/lib/processes.mjs'
import { table } from '../../scripts/lib/table.mjs'
import { startDesk } from '../support/desk.ts'
import type { Driver } from './driver.ts'
import { launchFirefox } from './firefox.ts'
import { JOURNEYS, type Journey } from './journeys.ts'
import { createPage } from './page.ts'
import { launchWebKit } from './webkit.ts'

const BROWSERS = { firefox: launchFirefox, webkit: launchWebKit }

/** Large enough to show a page and the PDF beside it. */
const [WIDTH, HEIGHT] = [1280, 1000]

const walk = async (launch: () => Promise<Driver>, { name, walk }: Journey) => {
  const startedAt = Date.now()
  const page = createPage(await launch())
  const done = (result: string) => {
    const row = [page.browser, name, result, `${((Date.now() - startedAt) / 1000).toFixed(1)} s`]
    console.log(row.join('  '))
    return row
  }
  try {
    await desk.clearFaults()
    await page.resize(WIDTH, HEIGHT)
    await walk(page, desk)
    return done('passed')
  } catch (error) {
    process.exitCode = 1
    console.error(error)
    const picture = join(tmpdir(), `desk-${page.browser.split(' ')[0]}-${Date.now()}.png`)
    await writeFile(picture, await page.screenshot())
    return done(`failed: ${picture}`)
  } finally {
    await page.close()
  }
}

onStopSignal(() => process.exit(1))
const filters = process.argv.slice(2)
const chosen = Object.entries(BROWSERS).flatMap(([browser, launch]) =>
  JOURNEYS.filter(({ name }) => filters.every((part) => `${browser} ${name}`.includes(part))).map(
    (journey) => ({ launch, journey }),
  ),
)
const desk = await startDesk()
try {
  const rows: string[][] = []
  for (const { launch, journey } of chosen) rows.push(await walk(launch, journey))
  console.log(`\n${table(rows)}`)
} finally {
  await desk.close()
}
