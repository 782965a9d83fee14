import { describe, expect, it } from 'vitest'
import { createRowSealer, createSealer } from './sealing.ts'

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

describe('text for a row', () => {
  const rowsOf = (current: Buffer, ...previous: Buffer[]) =>
    createRowSealer({ current, previous }, 'test')

  it('opens only in that row', () => {
    const rows = rowsOf(first)
    const sealed = rows.seal('row-1', 'some text')
    expect(rows.open('row-1', sealed)).toBe('some text')
    expect(['row-', 'row-2', ''].map((id) => rows.open(id, sealed))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([rows.open('row-1', null), rowsOf(second).open('row-1', sealed)]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('is sealed again only if a previous key sealed it and it still opens', async () => {
    const old = rowsOf(first)
    const rows = rowsOf(second, first)
    const stored = [
      { id: 'old', sealed: old.seal('old', 'text') },
      { id: 'current', sealed: rows.seal('current', 'text') },
      { id: 'moved', sealed: old.seal('old', 'text') },
      { id: 'lost', sealed: rowsOf(third).seal('lost', 'text') },
      { id: 'empty', sealed: null },
    ]
    const replaced: (string | undefined)[][] = []
    await rows.resealRows(
      async () => stored,
      async (id, { from, to }) => {
        replaced.push([id, from, rowsOf(second).open(id, to)])
      },
    )
    expect(replaced).toEqual([['old', stored[0]?.sealed, 'text']])
  })
})
