// Tests how answers are read: Retry-After headers, and PDFs that aren't complete, too large or something else.
import { expect, it } from 'vitest'
import { retryAfterOf } from '../http-failures.ts'
import { asPdf } from './receive.ts'

const NOW = Date.parse('2026-11-16T08:00:00Z')

it.each([
  [null, undefined],
  ['', undefined],
  ['soon', undefined],
  ['0', 0],
  ['60', 60_000],
  ['Mon, 16 Nov 2026 08:00:30 GMT', 30_000],
  ['Mon, 16 Nov 2026 07:00:00 GMT', 0],
])('reads %j', (header, ms) => {
  expect(retryAfterOf(header, NOW)).toBe(ms)
})

const answerOf = (chunks: readonly string[], isBroken = false): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      },
      pull: (controller) => (isBroken ? controller.error(new Error('cut')) : controller.close()),
    }),
  )

const readAll = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

it('passes a PDF on, and has it whole', async () => {
  const { stream, whole } = await asPdf.read(answerOf(['%P', 'DF-1.7 ', 'rest']), false)
  expect(await readAll(stream)).toBe('%PDF-1.7 rest')
  expect((await whole).toString()).toBe('%PDF-1.7 rest')
})

it('fails before the first byte if it is not a PDF', async () => {
  for (const chunks of [[], ['%P'], ['<html>']]) {
    await expect(asPdf.read(answerOf(chunks), false)).rejects.toMatchObject({ kind: 'unavailable' })
  }
})

it('breaks the stream of a PDF that breaks off or is larger than 10 MB', async () => {
  const large = ['%PDF', ...Array.from({ length: 10 }, () => ' '.repeat(1024 * 1024))]
  for (const answer of [answerOf(['%PDF', 'half'], true), answerOf(large)]) {
    const { stream, whole } = await asPdf.read(answer, false)
    await expect(readAll(stream)).rejects.toThrow()
    await expect(whole).rejects.toMatchObject({ kind: 'unavailable' })
  }
})
