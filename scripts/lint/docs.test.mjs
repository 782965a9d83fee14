// Checks that the docs name only files, tests, commands and headings that exist.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../lib/processes.mjs'

const DOCS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
const FILES = globSync(['*', '.*', '*/**/*'], {
  cwd: ROOT,
  exclude: (name) => /(^|\/)(node_modules|dist|data)$/.test(name),
})
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const FILE_PATH = /(?<![\w/.<>{}*-])[\w.-]+(?:\/[\w.*-]+)*\.(?:tsx?|mjs|js|css|grit|md|ya?ml)\b/g
const FOLDER_PATH = /^`([a-z]+(?:\/[\w-]+)*)\/`$/

/** @param {string} doc */
const read = (doc) => readFileSync(join(ROOT, doc), 'utf8')

/**
 * A path may leave out its first folders if it still names only one file. A bare name, such as `queries.ts`, may name many.
 * @param {string} path
 */
const isKnownFile = (path) => {
  if (FILES.includes(path)) return true
  if (path.includes('*')) return FILES.some((file) => matchesGlob(file, `**/${path}`))
  const count = FILES.filter((file) => file.endsWith(`/${path}`)).length
  return path.includes('/') ? count === 1 : count > 0
}

/** @param {string} text */
const listCode = (text) => text.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []

/** @param {string} heading */
const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** @param {string} doc */
const listAnchors = (doc) =>
  [...read(doc).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => toAnchor(title))

/**
 * @param {string} doc
 * @param {string} link
 */
const isKnownLink = (doc, link) => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? doc : join(dirname(doc), path)
  if (!existsSync(join(ROOT, target))) return false
  return (
    anchor === undefined ||
    (statSync(join(ROOT, target)).isFile() && listAnchors(target).includes(anchor))
  )
}

describe.each(DOCS)('%s', (doc) => {
  const text = read(doc)
  const code = listCode(text)

  it('names only files and folders that exist, and each file unambiguously', () => {
    const files = code.flatMap((each) => each.match(FILE_PATH) ?? [])
    const folders = code.flatMap((each) => FOLDER_PATH.exec(each)?.[1] ?? [])
    expect(files.filter((path) => !isKnownFile(path))).toEqual([])
    expect(folders.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('links only to pages, pictures and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
      ([, a, b]) => a ?? b ?? '',
    )
    const local = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(local.filter((link) => !isKnownLink(doc, link))).toEqual([])
  })

  it('names only npm commands that exist', () => {
    const commands = code.flatMap((each) =>
      [...each.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
    )
    expect(commands.filter((name = '') => !(name in scripts))).toEqual([])
  })
})

describe('the spec map', () => {
  it('names a test for every clause', () => {
    const rows = read('docs/spec-map.md').match(/^\| (?!Clause).*\|$/gm) ?? []
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((row) => !/\.test\.tsx?`[^|]*\|$/.test(row))).toEqual([])
  })
})
