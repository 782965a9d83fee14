// The measurements. `npm run bench` runs all; `npm run bench -- memory` runs those whose name contains the word.

import { copyBench } from './copy.ts'
import { describeMachine, writeSection } from './docs-file.ts'
import { documentsBench } from './documents/documents.ts'
import { latencyBench } from './latency/latency.ts'
import { memoryBench } from './memory.ts'
import { readOptions } from './options.ts'
import { retailerBench } from './retailer.ts'
import { agedBench } from './speed/aged.ts'
import { growthBench } from './speed/growth.ts'
import { overviewBench } from './speed/overview.ts'
import { requestsBench } from './speed/requests.ts'
import { rulesBench } from './speed/rules.ts'
import { severalBench } from './speed/several.ts'
import { unpagedBench } from './speed/unpaged.ts'
import { uploadsBench } from './speed/uploads.ts'
import { type Bench, printTable, tableLines } from './table.ts'
import { webBench } from './web/pages.ts'

const BENCHES: readonly Bench[] = [
  requestsBench,
  severalBench,
  growthBench,
  agedBench,
  overviewBench,
  unpagedBench,
  rulesBench,
  uploadsBench,
  latencyBench,
  copyBench,
  webBench,
  memoryBench,
  retailerBench,
  documentsBench,
]

const options = readOptions(process.argv.slice(2))
const chosen = BENCHES.filter(
  ({ name }) => options.names.length === 0 || options.names.some((word) => name.includes(word)),
)
if (chosen.length === 0) {
  console.error(`No such measurement. Choose from: ${BENCHES.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
for (const { name, run } of chosen) {
  const tables = await run(options)
  tables.forEach(printTable)
  if (!options.write) continue
  const origin = await describeMachine()
  const sections = tables.map(({ title, rows, note }) =>
    [`## ${title}`, origin, tableLines(rows).join('\n'), ...(note ? [note] : [])].join('\n\n'),
  )
  await writeSection('benchmarks.md', name, sections.join('\n\n'))
}
