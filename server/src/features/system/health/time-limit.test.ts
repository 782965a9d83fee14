import { expect, it } from 'vitest'
import { TookTooLong, withTimeLimit } from './time-limit.ts'

it('gives up on what takes too long', async () => {
  const never = new Promise<never>(() => {})
  await expect(withTimeLimit(() => never, 20)).rejects.toThrow(TookTooLong)
})

it('passes on what is in time, including an error', async () => {
  expect(await withTimeLimit(async () => 'done', 1_000)).toBe('done')
  await expect(withTimeLimit(() => Promise.reject(new RangeError()), 1_000)).rejects.toThrow(
    RangeError,
  )
})
