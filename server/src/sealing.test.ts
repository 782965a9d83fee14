import { expect, it } from 'vitest'
import { createSealer } from './sealing.ts'

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [
  Buffer,
  Buffer,
  Buffer,
]
const sealerOf = (current: Buffer, ...previous: Buffer[]) =>
  createSealer({ current, previous }, 'test')

it('opens what any key in the keyring sealed, and nothing else', () => {
  const sealed = [first, second, third].map((key) => sealerOf(key).seal('text'))
  const sealer = sealerOf(third, second, first)
  expect(sealed.map(sealer.open)).toEqual(['text', 'text', 'text'])
  expect(sealed.map(sealerOf(third, first).open)).toEqual(['text', undefined, 'text'])
  expect(sealed.map(createSealer({ current: first, previous: [second] }, 'other').open)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('seals with the current key and recognizes what that key sealed', () => {
  const old = sealerOf(first).seal('text')
  const sealer = sealerOf(second, first)
  const fresh = sealer.seal('text')
  expect(sealerOf(second).open(fresh)).toBe('text')
  expect([sealer.isCurrent(fresh), sealer.isCurrent(old)]).toEqual([true, false])
})
