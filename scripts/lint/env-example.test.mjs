// .env.example must list all settings of the server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAYMENT_PROVIDERS } from '@invoice-desk/server/providers/payment-providers'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../lib/processes.mjs'

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8')
/** Set only by our commands. */
const OWN = ['MODE', 'SANDBOX_URL', 'WEB_DIR']

describe('.env.example', () => {
  const lines = read('.env.example').split('\n')
  const listed = lines.filter((line) => /^[A-Z]/.test(line))

  it('lists every setting the server reads', () => {
    const source =
      read('server/src/settings/config.ts') + read('server/src/settings/relay-settings.ts')
    const settings = [...source.matchAll(/\[\s*'([A-Z][A-Z0-9_]+)',/g)]
    const names = [
      ...settings.map(([, name]) => name).filter((name = '') => !OWN.includes(name)),
      ...Object.values(PAYMENT_PROVIDERS).flatMap(({ variables }) => Object.values(variables)),
    ]
    expect(names.length).toBeGreaterThan(20)
    expect(listed).toEqual(expect.arrayContaining(names.map((name) => `${name}=`)))
  })

  it('gives each setting a sentence and no value', () => {
    for (const line of listed) {
      expect(line).toMatch(/^[A-Z][A-Z0-9_]+=$/)
      expect(lines[lines.indexOf(line) - 1]).toMatch(/^# .+\.$/)
    }
  })

  it('lists no setting twice', () => {
    expect(new Set(listed).size).toBe(listed.length)
  })
})
