import { describe, expect, it } from 'vitest'
import { type Found, isPlausible, judgeSweep } from './sweep-rules.ts'

const [OURS, THEIRS] = ['ours', 'theirs']
const judge = (found: Partial<Found>) =>
  judgeSweep({
    marker: OURS,
    installation: OURS,
    files: 100,
    orphans: 0,
    knowsErased: false,
    accepted: 0,
    ...found,
  })

describe('isPlausible', () => {
  it.each([
    ['an empty store', 0, 0, true],
    ['none', 100, 0, true],
    ['the only file', 1, 1, false],
    ['all files', 10, 10, false],
    ['five of six', 6, 5, true],
    ['six of 59', 59, 6, false],
    ['six of 60', 60, 6, true],
    ['a tenth of many files', 100_000, 10_000, true],
    ['a small share, but more than crashes leave', 10_000_000, 10_001, false],
  ])('%s', (_, files, orphans, expected) => {
    expect(isPlausible({ files, orphans, knowsErased: false })).toBe(expected)
  })

  it.each([
    ['the only file', 1, 1, true],
    ['five of five', 5, 5, true],
    ['six of six', 6, 6, false],
  ])('%s, after others were sent and erased', (_, files, orphans, expected) => {
    expect(isPlausible({ files, orphans, knowsErased: true })).toBe(expected)
  })
})

describe('the sweep', () => {
  it.each<[string, Partial<Found>, ReturnType<typeof judge>]>([
    ['continues in our store', { orphans: 10 }, 'sweep'],
    ['stops in our store if too many files are unknown', { orphans: 11 }, 'unknown_files'],
    ['continues if that many were accepted', { orphans: 11, accepted: 11 }, 'sweep'],
    [
      'stops if more files are unknown than were accepted',
      { orphans: 12, accepted: 11 },
      'unknown_files',
    ],
    ['adopts an empty store', { marker: undefined, files: 0 }, 'adopt'],
    ['adopts a store with files but no marker', { marker: undefined, orphans: 10 }, 'adopt'],
    [
      'does not adopt a store with too many unknown files',
      { marker: undefined, orphans: 11 },
      'unknown_files',
    ],
    [
      'adopts a store if its unknown files were accepted',
      { marker: undefined, orphans: 100, accepted: 100 },
      'adopt',
    ],
    ['stops in another installation’s store', { marker: THEIRS }, 'other_installation'],
    ['stops there even if it is empty', { marker: THEIRS, files: 0 }, 'other_installation'],
    [
      'stops there no matter what was accepted',
      { marker: THEIRS, accepted: 100 },
      'other_installation',
    ],
    ['stops if the marker cannot be read', { marker: '' }, 'other_installation'],
  ])('%s', (_, found, verdict) => {
    expect(judge(found)).toBe(verdict)
  })
})
