import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HEAVY_PDFS, textPdf } from '../../../../test/support/pdfs.ts'
import { createReader, readInProcess } from './read-document.ts'

const PDF = Buffer.from('%PDF-1.7')
const NOTHING = { amounts: [], invoice: {} }
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reader-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs this instead of the program that reads PDFs. */
const run = async (code: string, timeoutMs?: number) => {
  const program = path.join(folder, 'program.mjs')
  await writeFile(program, code)
  return createReader(pathToFileURL(program), timeoutMs)(PDF)
}

it('reads a PDF', async () => {
  const pdf = await textPdf(['Invoice INV 2026 17', 'Date: 03/04/2026', 'Total $2,500.00'])
  expect(await readInProcess(pdf)).toEqual({
    amounts: expect.arrayContaining([250_000]),
    invoice: {
      invoiceNumber: 'INV 2026 17',
      amountCents: 250_000,
      currency: 'USD',
      date: '2026-03-04',
    },
  })
})

it('lists no invoice number, year or ZIP code among the amounts', async () => {
  const lines = [
    'Invoice # 9500',
    'Springfield, IL 62704',
    'Nov 3, 2026',
    'Labor $2,511',
    'Rent 950',
  ]
  const { amounts } = await readInProcess(await textPdf(lines))
  expect(amounts.toSorted((a, b) => a - b)).toEqual([300, 95_000, 251_100])
})

it.each(Object.entries(HEAVY_PDFS))('stops at a limit with a PDF %s', async (_name, pdf) => {
  expect(await readInProcess(pdf())).toEqual(NOTHING)
})

it('has no settings, and opens only its own files', async () => {
  const others = ['/etc/hosts', process.execPath, path.resolve('package.json')]
  const packages = ['pdfkit', 'zod'].map((name) => import.meta.resolve(name))
  const files = [...others.map((file) => pathToFileURL(file).href), ...packages]
  const code = `
    import { readFileSync } from 'node:fs'
    import { spawn } from 'node:child_process'
    const isRefused = (attempt) => {
      try { attempt() } catch (error) { return error.code === 'ERR_ACCESS_DENIED' }
      return false
    }
    readFileSync(new URL(import.meta.url))
    const open = ${JSON.stringify(files)}.filter((file) => !isRefused(() => readFileSync(new URL(file))))
    const canRun = !isRefused(() => spawn('true'))
    const amounts = [Number('PATH' in process.env), open.length, Number(canRun)]
    console.log(JSON.stringify({ amounts, invoice: {} }))`
  expect(process.env).toHaveProperty('PATH')
  expect((await run(code)).amounts).toEqual([0, 0, 0])
})

describe('a process that ends early', () => {
  const endWith = (signal: string) =>
    run(`process.kill(process.pid, '${signal}'); setInterval(() => {})`)

  it.each(['SIGKILL', 'SIGABRT'])(
    'has nothing to compare if a limit ended it (%s)',
    async (signal) => {
      expect(await endWith(signal)).toEqual(NOTHING)
    },
  )

  it.each(['SIGTERM', 'SIGINT'])('fails if the server is being stopped (%s)', async (signal) => {
    await expect(endWith(signal)).rejects.toThrow('Command failed')
  })

  it('fails if the machine had no time for it', async () => {
    await expect(run('setInterval(() => {}, 1_000)', 300)).rejects.toThrow('Command failed')
  })

  it('fails if it prints something else', async () => {
    const amounts = Array.from({ length: 5_001 }, (_, index) => index)
    const dueDate = '2026-02-30'
    for (const more of [{ amounts }, { invoice: { currency: '€€€' } }, { invoice: { dueDate } }])
      await expect(
        run(`console.log(${JSON.stringify(JSON.stringify({ ...NOTHING, ...more }))})`),
      ).rejects.toThrow()
  })

  it('fails if it cannot start', async () => {
    const missing = createReader(pathToFileURL(path.join(folder, 'missing.mjs')))
    await expect(missing(PDF)).rejects.toThrow('Command failed')
    // A picture needs none.
    expect(await missing(samplePng)).toEqual(NOTHING)
    await expect(run('throw new Error()')).rejects.toThrow('Command failed')
  })
})
