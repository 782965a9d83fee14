// `npm run backup` and `npm run restore` on an embedded database: what they refuse, keep and never touch.
// The fleet's test restores PostgreSQL.
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockDataDirectory } from '../../server/src/db/lock.ts'
import { ROOT, run } from '../lib/processes.mjs'

const NAMES = Object.keys(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
const NO_SETTINGS = Object.fromEntries(NAMES.map((name) => [name, '']))
const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-backup-'))
const backups = join(folder, 'backups')
const dataDir = join(folder, 'data')
const FILE = 'files/kept/ab/abc'
const EMPTY_FOLDER = 'database/pg_notify'
const KEY = Buffer.alloc(32, 7).toString('base64')

beforeAll(() => {
  for (const path of ['database/PG_VERSION', FILE, 'files/incoming/x.part']) put(dataDir, path)
  mkdirSync(join(dataDir, EMPTY_FOLDER))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * @param {string} base
 * @param {string} path
 * @param {string} [content]
 */
const put = (base, path, content = path) => {
  mkdirSync(join(base, path, '..'), { recursive: true })
  writeFileSync(join(base, path), content)
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [settings]
 */
const npmRun = (name, args, settings = {}) => {
  const env = { ...process.env, ...NO_SETTINGS, DATA_DIR: dataDir, SECRET_KEY: KEY, ...settings }
  return run(process.execPath, [`scripts/${name}.mjs`, ...args], { quiet: true, env })
}

const newest = () => join(backups, readdirSync(backups).sort().at(-1) ?? '')

it('backs up into one folder that only this user can read, without the secret key', async () => {
  expect(await npmRun('backup', ['--to', backups])).toMatchObject({ code: 0 })
  const manifest = readFileSync(join(newest(), 'manifest.json'), 'utf8')
  const paths = Object.keys(JSON.parse(manifest).sha256)
  expect(paths).toEqual(['data/database/PG_VERSION', `data/${FILE}`])
  expect(manifest).not.toContain(KEY)
  expect(statSync(newest()).mode & 0o777).toBe(0o700)
  expect(statSync(join(newest(), `data/${FILE}`)).mode & 0o777).toBe(0o600)
  expect((await npmRun('backup', ['--to', backups, '--check'])).code).toBe(0)
})

it('keeps the newest backups, and links files that have not changed', async () => {
  for (const name of ['2025-01-01T000000Z', '2025-01-02T000000Z']) {
    mkdirSync(join(backups, name))
    linkSync(join(newest(), 'manifest.json'), join(backups, name, 'manifest.json'))
  }
  mkdirSync(join(backups, '2025-01-01T000001Z'))
  writeFileSync(join(backups, '2025-01-01T000001Z', 'manifest.json'), 'unreadable')
  const first = join(backups, '2025-01-03T000000Z')
  renameSync(newest(), first)
  expect((await npmRun('backup', ['--to', backups, '--keep', '2'])).code).toBe(0)
  expect(readdirSync(backups)).toHaveLength(3)
  const inodes = [first, newest()].map((backup) => statSync(join(backup, `data/${FILE}`)).ino)
  expect(inodes[1]).toBe(inodes[0])
})

it('copies a file again if the previous backup has a damaged one', async () => {
  const damaged = join(newest(), `data/${FILE}`)
  rmSync(damaged)
  writeFileSync(damaged, 'damaged')
  renameSync(newest(), join(backups, '2025-01-04T000000Z'))
  expect((await npmRun('backup', ['--to', backups])).code).toBe(0)
  expect(readFileSync(join(newest(), `data/${FILE}`), 'utf8')).toBe(FILE)
})

it('does not count a backup from the future, and deletes what a killed one left', async () => {
  const to = join(folder, 'wrong-clock')
  const killed = join(to, '2025-01-01T000000Z.partial')
  for (const path of [join(to, '2999-01-01T000000Z'), killed]) mkdirSync(path, { recursive: true })
  cpSync(join(newest(), 'manifest.json'), join(to, '2999-01-01T000000Z', 'manifest.json'))
  utimesSync(killed, 0, 0)
  expect((await npmRun('backup', ['--to', to, '--check'])).code).toBe(1)
  expect((await npmRun('backup', ['--to', to, '--keep', '1'])).code).toBe(0)
  expect((await npmRun('backup', ['--to', to, '--check'])).code).toBe(0)
  expect(readdirSync(to)).toEqual([expect.stringMatching(/^20\d\d-\S+Z$/), '2999-01-01T000000Z'])
})

it('explains a bad address of the database without showing the password', async () => {
  const settings = { DATABASE_URL: 'postgres://desk:pass#word@localhost/desk' }
  const { code, output } = await npmRun('backup', ['--to', backups], settings)
  expect([code, output]).toEqual([1, expect.stringContaining("isn't a valid address")])
  expect(output).not.toContain('pass#word')
})

it('refuses to back up while the app is running, and leaves nothing behind', async () => {
  const before = readdirSync(backups)
  const lock = lockDataDirectory(dataDir)
  const { code, output } = await npmRun('backup', ['--to', backups])
  lock.release()
  expect([code, output]).toEqual([1, expect.stringContaining('Stop it first')])
  expect(readdirSync(backups)).toEqual(before)
})

it('restores only with --yes, warns about another key, and never overwrites anything', async () => {
  const settings = {
    DATA_DIR: join(folder, 'restored'),
    SECRET_KEY: Buffer.alloc(32, 8).toString('base64'),
  }
  const checked = await npmRun('restore', [newest()], settings)
  expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('with --yes')])
  expect(existsSync(settings.DATA_DIR)).toBe(false)
  const done = await npmRun('restore', [newest(), '--yes'], settings)
  expect([done.code, done.output]).toEqual([0, expect.stringContaining('Warning: neither SECRET')])
  expect(done.output).toContain('What to do next')
  expect(readFileSync(join(settings.DATA_DIR, FILE), 'utf8')).toBe(FILE)
  expect(existsSync(join(settings.DATA_DIR, EMPTY_FOLDER))).toBe(true)
  // For the app, which takes no payments until someone has reconciled.
  expect(existsSync(join(settings.DATA_DIR, 'restored'))).toBe(true)
  const later = await npmRun('restore', [newest()], settings)
  expect([later.code, later.output]).toEqual([0, expect.stringContaining('already has a database')])
  const again = await npmRun('restore', [newest(), '--yes'], settings)
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('already has a database')])
  rmSync(join(settings.DATA_DIR, 'database'), { recursive: true })
  put(settings.DATA_DIR, FILE, 'newer')
  const other = await npmRun('restore', [newest(), '--yes'], settings)
  expect([other.code, other.output]).toEqual([1, expect.stringContaining(FILE)])
  expect(readFileSync(join(settings.DATA_DIR, FILE), 'utf8')).toBe('newer')
})

it('refuses a damaged backup and one of a newer version', async () => {
  const settings = { DATA_DIR: join(folder, 'empty') }
  const file = join(newest(), 'manifest.json')
  const manifest = readFileSync(file, 'utf8')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(manifest), migration: '9999_future' }))
  const newer = await npmRun('restore', [newest(), '--yes'], settings)
  expect([newer.code, newer.output]).toEqual([1, expect.stringContaining('Update the app first')])
  writeFileSync(file, manifest)
  writeFileSync(join(newest(), `data/${FILE}`), 'damaged')
  const damaged = await npmRun('restore', [newest(), '--yes'], settings)
  expect([damaged.code, damaged.output]).toEqual([1, expect.stringContaining('is damaged')])
  expect(existsSync(settings.DATA_DIR)).toBe(false)
})
