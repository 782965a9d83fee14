// A stamp file stores the hash of a result's sources, so that nothing is built twice.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './processes.mjs'

const NOT_SOURCES = ['node_modules', 'dist', '.cache']

/**
 * All files below some folders of the project, in a fixed order.
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
export const listFiles = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => !NOT_SOURCES.includes(entry.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = `${folder}/${entry.name}`
        return entry.isDirectory() ? listFiles([path]) : [path]
      }),
  )

/**
 * @param {readonly string[]} files
 * @param {string} [about] anything else the result depends on
 */
export const hashFiles = (files, about = '') => {
  const hash = createHash('sha256').update(about)
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @param {string} hash
 */
export const isStamped = (folder, hash) => {
  try {
    return readFileSync(join(ROOT, folder, '.stamp'), 'utf8') === hash
  } catch {
    return false
  }
}

/**
 * @param {string} folder
 * @param {string} hash
 */
export const stamp = (folder, hash) => writeFileSync(join(ROOT, folder, '.stamp'), hash)

/** @param {string} folder */
export const unstamp = (folder) => rmSync(join(ROOT, folder, '.stamp'), { force: true })
