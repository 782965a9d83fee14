// Prints what is in the PDF on standard input. `read-document.ts` runs it as a process of its own, with the addresses of what it uses.
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { ReadDocument, readDocument } from '@invoice-desk/contract/document/read-document'

const print = (found: ReadDocument | null): never => {
  process.stdout.write(JSON.stringify(found))
  process.exit()
}

const [, , library = '', contract = ''] = process.argv
const { getDocument }: typeof import('unpdf/pdfjs') = await import(library)
const document: { readonly readDocument: typeof readDocument } = await import(contract)
// The library may throw where no one catches it.
process.on('uncaughtException', () => print(null))
// Without it, nothing is read.
new Worker(new URL('./watchdog.ts', import.meta.url)).on('error', () => process.exit(1))
const pdf = new Uint8Array(await buffer(process.stdin))
print(await document.readDocument(getDocument, pdf).catch(() => null))
