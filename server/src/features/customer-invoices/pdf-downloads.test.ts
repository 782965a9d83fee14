// Tests that each PDF is downloaded once for everyone who asks, and only a few at a time.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPdfDownloads } from './pdf-downloads.ts'

const openDownloads = () => {
  const open = createPdfDownloads()
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<Buffer>>()
  const ask = (key: string) =>
    open(key, async () => {
      started.push(key)
      const whole = Promise.withResolvers<Buffer>()
      ends.set(key, whole)
      return { stream: Readable.from(['%PDF']), whole: whole.promise }
    })
  return { ask, started, ends }
}

it('gives the first who asks the stream, and the others the whole file', async () => {
  const { ask, started, ends } = openDownloads()
  expect(await ask('a')).toBeInstanceOf(Readable)
  const others = [ask('a'), ask('a')]
  const pdf = Buffer.from('%PDF')
  ends.get('a')?.resolve(pdf)
  expect(await Promise.all([...others, ask('a')])).toEqual([pdf, pdf, pdf])
  expect(started).toEqual(['a'])
})

it('starts again after one that broke off, which fails for everyone who waited', async () => {
  const { ask, started, ends } = openDownloads()
  await ask('a')
  const other = ask('a')
  ends.get('a')?.reject(new Error('cut'))
  await expect(other).rejects.toThrow('cut')
  await setImmediate()
  await ask('a')
  expect(started).toEqual(['a', 'a'])
})

it('downloads three at a time, until each is complete', async () => {
  const { ask, started, ends } = openDownloads()
  const answers = ['a', 'b', 'c', 'd'].map(ask)
  await Promise.all(answers.slice(0, 3))
  expect(started).toEqual(['a', 'b', 'c'])
  ends.get('b')?.reject(new Error('cut'))
  await answers[3]
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})
