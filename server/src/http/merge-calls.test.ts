import { expect, it } from 'vitest'
import { mergeCalls } from './merge-calls.ts'

/** Runs batches one by one, when told to. */
const startBatches = () => {
  const batches: { inputs: readonly number[]; end: PromiseWithResolvers<number[]> }[] = []
  const send = mergeCalls((inputs: readonly number[]) => {
    const end = Promise.withResolvers<number[]>()
    batches.push({ inputs, end })
    return end.promise
  })
  return { batches, send }
}

it('runs the first call at once, and joins those that arrive in the meantime', async () => {
  const { batches, send } = startBatches()
  const calls = [1, 2, 3].map(send)
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1]])
  batches[0]?.end.resolve([10])
  expect(await calls[0]).toBe(10)
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1], [2, 3]])
  batches[1]?.end.resolve([20, 30])
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
})

it('fails the calls of a failed batch only', async () => {
  const { batches, send } = startBatches()
  const [first, second] = [1, 2].map(send)
  batches[0]?.end.reject(new Error('down'))
  await expect(first).rejects.toThrow('down')
  batches[1]?.end.resolve([20])
  expect(await second).toBe(20)
})
