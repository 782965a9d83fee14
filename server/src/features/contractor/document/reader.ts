// Prints the amounts in the PDF on standard input. `read-amounts.ts` runs it as a process of its own, with the library's address.
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { findAmounts } from './find-amounts.ts'
import { pdfText } from './pdf-text.ts'

const print = (amounts: readonly number[]): never => {
  process.stdout.write(JSON.stringify(amounts))
  process.exit()
}

const { getDocument }: typeof import('unpdf/pdfjs') = await import(process.argv[2] ?? '')
// The library may throw where no one catches it.
process.on('uncaughtException', () => print([]))
// Without it, nothing is read.
new Worker(new URL('./watchdog.ts', import.meta.url)).on('error', () => process.exit(1))
const pdf = new Uint8Array(await buffer(process.stdin))
print(findAmounts(await pdfText(getDocument, pdf).catch(() => '')))
