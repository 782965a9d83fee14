// Prints the amounts in the PDF on standard input. `read-amounts.ts` runs it as a process of its own.
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { findAmounts } from './find-amounts.ts'
import { pdfText } from './pdf-text.ts'

const print = (amounts: readonly number[]): never => {
  process.stdout.write(JSON.stringify(amounts))
  process.exit()
}

// The library may throw where no one catches it.
process.on('uncaughtException', () => print([]))
new Worker(new URL('./watchdog.ts', import.meta.url))
const text = await pdfText(new Uint8Array(await buffer(process.stdin))).catch(() => '')
print(findAmounts(text))
