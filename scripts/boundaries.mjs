// Holds every import of the product's code to the rules of who may import whom.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { BOUNDARY_RULES } from './boundary-rules.mjs'
import { ROOT } from './processes.mjs'
import { listFiles } from './stamps.mjs'

const CHECKED = ['contract/src', 'server/src', 'web/src', 'sandbox/src', 'testing/src']

/**
 * The reason why a file may not import something, if there is one.
 * @param {string} file
 * @param {string} specifier
 * @returns {string | undefined}
 */
export const findObjection = (file, specifier) => {
  const target = resolveTarget(file, specifier)
  const rule = BOUNDARY_RULES.find(({ from, to, except }) => {
    const match = from.exec(file)
    if (!match || !to.test(target)) return false
    return !except || !new RegExp(except.replace('$1', match[1] ?? '')).test(target)
  })
  if (rule) return rule.why
  // The scripts have no package name: they run before anything is installed.
  const leavesRoom =
    specifier.startsWith('.') && ![file.split('/')[0], 'scripts'].includes(target.split('/')[0])
  return leavesRoom ? 'another room is imported by its package name' : undefined
}

/**
 * What an import means: a path of ours, a package or a module of Node's.
 * @param {string} file
 * @param {string} specifier
 */
const resolveTarget = (file, specifier) => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (specifier.startsWith('node:')) return specifier
  const ours = /^@invoice-desk\/([\w-]+)(?:\/(.+))?$/.exec(specifier)
  if (ours) return `${ours[1]}/src/${ours[2]}.ts`
  return `npm:${specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')}`
}

/**
 * Every import of a file, however it is written.
 * @param {string} file
 * @param {string} code
 */
export const listImports = (file, code) => {
  /** @type {{ specifier: string, line: number }[]} */
  const found = []
  /** @param {{ source?: unknown, start: number }} node */
  const note = ({ source, start }) => {
    if (!source || typeof source !== 'object' || !('value' in source)) return
    const line = code.slice(0, start).split('\n').length
    if (typeof source.value === 'string') found.push({ specifier: source.value, line })
  }
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  const visitor = new Visitor({
    ImportDeclaration: note,
    ExportNamedDeclaration: note,
    ExportAllDeclaration: note,
    ImportExpression: note,
    TSImportType: note,
  })
  visitor.visit(program)
  return found
}

const checkAll = () => {
  // A test may start what it tests together with anything.
  const files = listFiles(CHECKED).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const problems = files.flatMap((file) =>
    listImports(file, readFileSync(join(ROOT, file), 'utf8')).flatMap(({ specifier, line }) => {
      const why = findObjection(file, specifier)
      return why ? [`${file}:${line} imports ${specifier}: ${why}`] : []
    }),
  )
  console.log(
    [...problems, `${files.length} files, ${problems.length} forbidden imports`].join('\n'),
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) checkAll()
