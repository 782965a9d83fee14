// The measurements. `npm run bench` runs them all; `npm run bench -- memory` those whose name contains the word.
import { firstViewBench } from './first-view.ts'
import { memoryBench } from './memory.ts'
import { retailerBench } from './retailer.ts'
import { type Bench, printTable } from './table.ts'

const BENCHES: readonly Bench[] = [firstViewBench, memoryBench, retailerBench]

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const chosen = BENCHES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)
if (chosen.length === 0) {
  console.error(`No such measurement. There are: ${BENCHES.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
for (const bench of chosen) printTable(bench, await bench.run())
