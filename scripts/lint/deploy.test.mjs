// Checks that the files for containers, Caddy and systemd agree with the app and with each other.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { importTransactions } from '@invoice-desk/contract/retailer/retailer'
import { getHealth } from '@invoice-desk/contract/system/system'
import { SUBMIT_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { describe, expect, it } from 'vitest'
import { ROOT, SERVER_PROGRAM } from '../lib/processes.mjs'

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8')
/**
 * @param {string} text
 * @param {RegExp} pattern
 */
const find = (text, pattern) => pattern.exec(text)?.[1]

const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const caddyfile = read('deploy/Caddyfile')
/** @type {string[]} */
const command = JSON.parse(find(dockerfile, /^CMD (\["node".*\])$/m) ?? '[]')

describe('the Dockerfile', () => {
  it('copies only what exists and what .dockerignore lets through', () => {
    const ignored = read('.dockerignore').split('\n')
    const lines = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)]
    const sources = lines.flatMap(([, text = '']) => text.split(' '))
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(sources.filter((path) => !ignored.includes(`!${path.split('/')[0]}`))).toEqual([])
  })

  it('uses the Node version of the project', () => {
    const version = find(read('scripts/lib/toolchain.mjs'), /NODE_VERSION = '(.+)'/)
    expect(find(dockerfile, /NODE_IMAGE=.+:([\d.]+)-/)).toBe(version)
  })

  it('runs the server like `npm run serve`, and so does systemd', () => {
    const paths = SERVER_PROGRAM.map((each) => each.replace('file://', '').replace(ROOT, '.'))
    const [node, ...args] = command.map((each) => each.replace(/^server/, './server'))
    expect([node, args]).toEqual(['node', paths])
    expect(read('deploy/invoice-desk.service')).toContain(`ExecStart=/usr/bin/${command.join(' ')}`)
  })

  it('has the scripts that the docs run in its containers', () => {
    const guides = `${read('docs/going-live.md')}${read('docs/backup.md')}`
    const commands = [...guides.matchAll(/docker compose (?:exec|run)[^`\n]* (\S+\.mjs)/g)]
    const paths = [...new Set(commands.map(([, path = '']) => path))]
    expect(paths).toContain('scripts/doctor.mjs')
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(dockerfile).toMatch(/AS runtime[\s\S]*^COPY scripts scripts$[\s\S]*AS backup/m)
  })

  it('asks for the health of the app', () => {
    expect(dockerfile).toContain(`\${process.env.PORT}${getHealth.path}\``)
  })

  it('backs up with the client of the PostgreSQL that compose.yaml runs', () => {
    const server = find(compose, /postgres:(\d+)/)
    expect(server).toBeDefined()
    expect(find(dockerfile, /postgresql-client-(\d+)/)).toBe(server)
  })
})

describe('compose.yaml', () => {
  it('uses only settings in .env.example', () => {
    const names = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    const known = Object.keys(parseEnv(read('.env.example')))
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  it('makes the app trust exactly the proxy', () => {
    const proxy = find(compose, /ipv4_address: (\S+)/)
    expect(proxy).toBeDefined()
    expect(find(compose, /TRUST_PROXY: (\S+)/)).toBe(proxy)
  })

  it('gives the app two database users that deploy/app-user.sh creates, and never the superuser', () => {
    const [app, owner] = ['DATABASE_URL', 'MIGRATION_DATABASE_URL'].map((name) =>
      find(compose, new RegExp(`^ {2}${name}: postgres://(\\w+):`, 'm')),
    )
    const script = read('deploy/app-user.sh')
    // Nothing after the statements.
    expect(script.endsWith('\nSQL\n')).toBe(true)
    const created = find(script, /ARRAY\['(.+)'\]/)
    expect(created?.split("', '")).toEqual([app, owner])
    expect([app, owner]).not.toContain(find(compose, /POSTGRES_USER: (\w+)/))
    expect(compose.match(/\$\{POSTGRES_PASSWORD\b/g)).toHaveLength(1)
    expect(find(compose, /^ {2}app:\n([\s\S]*?)^ {4}volumes:/m)).toContain('POSTGRES_PASSWORD: ""')
  })

  it('gives the backup exactly the settings that its scripts name', () => {
    const scripts = globSync(['scripts/{backup,restore}.mjs', 'scripts/backup/*.mjs'], {
      cwd: ROOT,
    })
    const code = scripts.map(read).join('\n')
    const known = Object.keys(parseEnv(read('.env.example')))
    const needed = known.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
    expect(needed).toContain('BACKUP_KEY')
    const service = find(compose, /^ {2}backup:\n([\s\S]*?)^ {4}command:/m) ?? ''
    const given = [...service.matchAll(/^ {6}(\w+): \$/gm)].map(([, name = '']) => name)
    const set = [...compose.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name)
    expect(service).not.toContain('env_file')
    expect(needed.filter((name) => ![...given, ...set].includes(name))).toEqual([])
    expect(given.filter((name) => ![...needed, 'TZ'].includes(name))).toEqual([])
  })

  it('mounts only files that exist', () => {
    const files = [...compose.matchAll(/- \.\/(deploy\/\S+?):/g)].map(([, path = '']) => path)
    expect(files).toEqual(['deploy/app-user.sh', 'deploy/Caddyfile'])
    expect(globSync(files, { cwd: ROOT })).toEqual(files)
  })
})

describe('the Caddyfile', () => {
  it('lets through the largest uploads that the app accepts', () => {
    const sizes = [...caddyfile.matchAll(/max_size (\d+)MB/g)].map(([, n]) => Number(n) * 1e6)
    expect(caddyfile).toContain(`@import path ${importTransactions.path}`)
    const [imports = 0, others = 0] = sizes
    expect(imports).toBeGreaterThanOrEqual(importTransactions.bodyBytesMax)
    expect(others).toBeGreaterThanOrEqual(SUBMIT_BYTES_MAX)
  })
})
