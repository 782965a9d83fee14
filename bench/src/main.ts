// The measurements. `npm run bench` runs them all; `npm run bench -- memory` those whose name contains the word.

import { memoryBench } from './memory.ts'
import { readOptions } from './options.ts'
import { retailerBench } from './retailer.ts'
import { agedBench } from './speed/aged.ts'
import { approversBench } from './speed/approvers.ts'
import { growthBench } from './speed/growth.ts'
import { embeddedBench, requestsBench } from './speed/requests.ts'
import { severalBench } from './speed/several.ts'
import { unpagedBench } from './speed/unpaged.ts'
import { uploadsBench } from './speed/uploads.ts'
import { type Bench, printTable, type Table } from './table.ts'
import { webBench } from './web/pages.ts'
import { writeDown } from './write-down.ts'

const BENCHES: readonly Bench[] = [
  requestsBench,
  severalBench,
  growthBench,
  agedBench,
  unpagedBench,
  approversBench,
  uploadsBench,
  embeddedBench,
  webBench,
  memoryBench,
  retailerBench,
]

const options = readOptions(process.argv.slice(2))
const chosen = BENCHES.filter(
  ({ name }) => options.names.length === 0 || options.names.some((word) => name.includes(word)),
)
if (chosen.length === 0) {
  console.error(`No such measurement. There are: ${BENCHES.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const measured = new Map<string, readonly Table[]>()
for (const bench of chosen) {
  const tables = await bench.run(options)
  measured.set(bench.name, tables)
  tables.forEach(printTable)
}
if (options.write) {
  await writeDown(
    measured,
    BENCHES.map(({ name }) => name),
  )
}
