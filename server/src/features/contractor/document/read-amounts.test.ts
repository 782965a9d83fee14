import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textPdf } from '../../../../test/support/pdfs.ts'
import { createReader, readAmounts } from './read-amounts.ts'

const NO_PDF = new Uint8Array()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reader-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs this instead of the program that reads PDFs. */
const run = async (code: string): Promise<number[]> => {
  const program = path.join(folder, 'program.mjs')
  await writeFile(program, code)
  return createReader(pathToFileURL(program))(NO_PDF)
}

it('reads a PDF', async () => {
  expect(await readAmounts(await textPdf(['Total $2,500.00']))).toEqual([250_000])
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
    console.log(JSON.stringify([Number('PATH' in process.env), open.length, Number(canRun)]))`
  expect(process.env).toHaveProperty('PATH')
  expect(await run(code)).toEqual([0, 0, 0])
})

describe('a process that ends early', () => {
  const endWith = (signal: string) =>
    run(`process.kill(process.pid, '${signal}'); setInterval(() => {})`)

  it.each(['SIGKILL', 'SIGABRT'])(
    'has nothing to compare if a limit ended it (%s)',
    async (signal) => {
      expect(await endWith(signal)).toEqual([])
    },
  )

  it.each(['SIGTERM', 'SIGINT'])('fails if the server is being stopped (%s)', async (signal) => {
    await expect(endWith(signal)).rejects.toThrow('Command failed')
  })

  it('fails if it cannot start', async () => {
    const missing = createReader(pathToFileURL(path.join(folder, 'missing.mjs')))
    await expect(missing(NO_PDF)).rejects.toThrow('Command failed')
    await expect(run('throw new Error()')).rejects.toThrow('Command failed')
  })
})
