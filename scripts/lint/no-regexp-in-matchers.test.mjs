// The lint rule against RegExps in matchers that don't match them: what it reports and what it allows.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../lib/processes.mjs'

const REPORTED = [
  'expect(a).toMatchObject({ b: /x/ })',
  'expect(a).toMatchObject([{ b: [{ c: /x/ }] }])',
  'expect(a).not.toEqual([/x/])',
  'expect(a).resolves.toStrictEqual({ b: /x/ })',
  'expect(a).toContainEqual({ b: expect.stringMatching(/y/), c: /x/ })',
  'expect(a).toHaveBeenCalledWith(1, { b: /x/ })',
  'expect(a).toEqual({ b: expect.objectContaining({ c: /x/ }) })',
  'expect(a).toEqual(expect.arrayContaining([{ b: /x/ }]))',
  "expect(a).toMatchObject({ b: new RegExp('x') })",
]

const ALLOWED = [
  'expect(a).toMatchObject({ b: expect.stringMatching(/x/) })',
  'expect(a).toMatch(/x/)',
  'expect(() => a()).toThrow(/x/)',
  "expect(a.replace(/x/, '')).toEqual('b')",
  "expect(a).toEqual([b.replace(/x/, '')])",
  'expect(a).toEqual({ b: /x/.test(c) })',
]

/** @param {readonly string[]} statements */
const listReportedLines = (statements) => {
  const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-lint-'))
  try {
    const plugins = [join(ROOT, 'scripts', 'lint', 'no-regexp-in-matchers.grit')]
    const linter = { rules: { preset: 'none' } }
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins, linter }))
    writeFileSync(join(folder, 'x.test.ts'), statements.join('\n'))
    const biome = join(ROOT, 'node_modules', '.bin', 'biome')
    const args = ['lint', '--colors=off', '--max-diagnostics=none', 'x.test.ts']
    const { stderr } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' })
    return [...stderr.matchAll(/^x\.test\.ts:(\d+):\d+ plugin/gm)].map(([, line]) => Number(line))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('a RegExp in a matcher', () => {
  it('is reported where it is not matched against the text, and only there', () => {
    const lines = listReportedLines([...REPORTED, ...ALLOWED])
    expect(lines).toEqual(REPORTED.map((_, index) => index + 1))
  })
})
