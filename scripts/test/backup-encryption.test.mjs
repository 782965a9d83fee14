// Encrypted backups: what they hide, and that each change, a wrong key and a missing one are noticed. The fleet's test
// restores an encrypted PostgreSQL.
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decrypt, encrypt, transformed, Undecipherable } from '../backup/encryption.mjs'
import { ROOT, run } from '../lib/processes.mjs'

const PIECE_BYTES = 64 * 1024

describe('an encrypted file', () => {
  const key = randomBytes(32)
  /** @param {Buffer} content */
  const seal = (content) => transformed(encrypt(key), content)
  /** @param {Buffer} content */
  const open = (content) => transformed(decrypt(key), content)

  it.each([0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES])(
    'of %i bytes can be read again',
    async (bytes) => {
      const content = randomBytes(bytes)
      expect((await open(await seal(content))).equals(content)).toBe(true)
    },
  )

  it('is refused if it is cut short, longer, reordered, altered, or has another key', async () => {
    const sealed = await seal(randomBytes(3 * PIECE_BYTES))
    const [step, start] = [PIECE_BYTES + 16, sealed.length - 3 * (PIECE_BYTES + 16)]
    const [head, first, second, last] = [
      sealed.subarray(0, start),
      ...[0, 1, 2].map((n) => sealed.subarray(start + n * step, start + (n + 1) * step)),
    ].map((part) => part ?? Buffer.alloc(0))
    const altered = Buffer.from(sealed)
    altered[start + 5] = (altered[start + 5] ?? 0) ^ 1
    const other = await transformed(encrypt(randomBytes(32)), Buffer.from('x'))
    const parts = [head, first, second, last].flatMap((part) => part ?? [])
    const of = (/** @type {number[]} */ ...numbers) =>
      Buffer.concat(numbers.flatMap((number) => parts[number] ?? []))
    for (const wrong of [
      of(0, 1, 2),
      of(0, 1, 3),
      of(0),
      of(0, 2, 1, 3),
      of(0, 1, 2, 3, 3),
      sealed.subarray(0, -1),
      Buffer.concat([sealed, Buffer.from('x')]),
      altered,
      other,
      Buffer.alloc(0),
      Buffer.from('plain text that is longer than the start of an encrypted file'),
    ]) {
      await expect(open(wrong)).rejects.toThrow(Undecipherable)
    }
  })
})

describe('an encrypted backup', () => {
  const NAMES = Object.keys(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
  const NO_SETTINGS = Object.fromEntries(NAMES.map((name) => [name, '']))
  const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-encryption-'))
  const backups = join(folder, 'backups')
  const dataDir = join(folder, 'data')
  const keyFile = join(folder, 'key')
  const KEY = randomBytes(32).toString('base64')
  const FILES = { 'database/PG_VERSION': '17', 'files/kept/ab/abc': 'a secret invoice' }

  beforeAll(() => {
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(dataDir, path)), { recursive: true })
      writeFileSync(join(dataDir, path), content)
    }
    writeFileSync(keyFile, `${KEY}\n`)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /**
   * @param {string[]} args
   * @param {Record<string, string | undefined>} [settings]
   */
  const command = ([name, ...args], settings = {}) => {
    const env = { ...process.env, ...NO_SETTINGS, DATA_DIR: dataDir, ...settings }
    return run(process.execPath, [`scripts/${name}.mjs`, ...args], { quiet: true, env })
  }
  const newest = () => join(backups, readdirSync(backups).sort().at(-1) ?? '')
  /** @param {string} path */
  const inodeOf = (path) => statSync(join(newest(), 'data', path)).ino

  it('has nothing readable in it, and links files that have not changed', async () => {
    const first = await command(['backup', '--to', backups, '--key-file', keyFile])
    expect([first.code, first.output]).toEqual([0, expect.stringContaining(', encrypted')])
    const all = readdirSync(newest(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    expect(all).toHaveLength(3)
    expect(all.join()).not.toMatch(/a secret|PG_VERSION/)
    const inode = inodeOf('files/kept/ab/abc')
    renameSync(newest(), join(backups, '2025-01-01T000000Z'))
    const second = await command(['backup', '--to', backups, '--keep', '1'], { BACKUP_KEY: KEY })
    expect([second.code, second.output]).toEqual([0, expect.stringContaining('Deleted 1')])
    expect(inodeOf('files/kept/ab/abc')).toBe(inode)
  })

  it('is restored only with its key, unless it is damaged', async () => {
    const target = join(folder, 'restored')
    const restore = (/** @type {string | undefined} */ BACKUP_KEY) =>
      command(['restore', newest(), '--yes'], { DATA_DIR: target, BACKUP_KEY })
    for (const [key, text] of [
      ['', 'is encrypted. Give its key with --key-file'],
      ['short', 'BACKUP_KEY must have one key of 32 bytes'],
      [randomBytes(32).toString('base64'), 'is encrypted with another key'],
    ]) {
      expect(await restore(key)).toEqual({ code: 1, output: expect.stringContaining(text ?? '') })
    }
    const missing = await command(['restore', newest(), '--key-file', join(folder, 'none')])
    expect(missing).toEqual({ code: 1, output: expect.stringContaining("can't read the key file") })
    const file = join(newest(), 'data/files/kept/ab/abc')
    const content = readFileSync(file)
    writeFileSync(file, content.subarray(0, -1))
    expect(await restore(KEY)).toEqual({ code: 1, output: expect.stringContaining('is damaged') })
    writeFileSync(file, content)
    expect(await restore(KEY)).toEqual({ code: 0, output: expect.stringContaining('Restored.') })
    for (const [path, text] of Object.entries(FILES)) {
      expect(readFileSync(join(target, path), 'utf8')).toBe(text)
      expect(statSync(join(target, path)).mode & 0o777).toBe(0o600)
    }
  })
})
