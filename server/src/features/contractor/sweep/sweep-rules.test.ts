import { describe, expect, it } from 'vitest'
import { type Found, isPlausible, judgeSweep } from './sweep-rules.ts'

const [OURS, THEIRS] = ['ours', 'theirs']
const judge = (found: Partial<Found>) =>
  judgeSweep({ marker: OURS, installation: OURS, files: 100, orphans: 0, accepted: 0, ...found })

describe('a share of orphans', () => {
  it.each([
    ['an empty store', 0, 0, true],
    ['none', 100, 0, true],
    ['the only file there is', 1, 1, false],
    ['all files', 10, 10, false],
    ['five of six', 6, 5, true],
    ['six of 59', 59, 6, false],
    ['six of 60', 60, 6, true],
    ['a tenth of very many', 100_000, 10_000, true],
    ['more than crashes leave, though few of all', 10_000_000, 10_001, false],
  ])('%s', (_, files, orphans, expected) => {
    expect(isPlausible({ files, orphans })).toBe(expected)
  })
})

describe('the sweep', () => {
  it.each<[string, Partial<Found>, ReturnType<typeof judge>]>([
    ['goes on in our store', { orphans: 10 }, 'sweep'],
    ['stops in our store when too much is unknown', { orphans: 11 }, 'unknown_files'],
    ['goes on when as much was accepted', { orphans: 11, accepted: 11 }, 'sweep'],
    [
      'stops when more is unknown than was accepted',
      { orphans: 12, accepted: 11 },
      'unknown_files',
    ],
    ['adopts an empty store', { marker: undefined, files: 0 }, 'adopt'],
    ['adopts a store from before', { marker: undefined, orphans: 10 }, 'adopt'],
    ['adopts none that it does not know', { marker: undefined, orphans: 11 }, 'unknown_files'],
    ['adopts what was accepted', { marker: undefined, orphans: 100, accepted: 100 }, 'adopt'],
    ['stops in the store of another', { marker: THEIRS }, 'other_installation'],
    ['stops there even when it is empty', { marker: THEIRS, files: 0 }, 'other_installation'],
    ['stops there whatever was accepted', { marker: THEIRS, accepted: 100 }, 'other_installation'],
    ['stops when the marker cannot be read', { marker: '' }, 'other_installation'],
  ])('%s', (_, found, verdict) => {
    expect(judge(found)).toBe(verdict)
  })
})
