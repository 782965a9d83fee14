// Installs Debian packages for tests, if this user is allowed to.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './processes.mjs'

/** NO_INSTALL=1 leaves the machine as it is. */
const mayInstall = () =>
  !process.env.NO_INSTALL && process.getuid?.() === 0 && existsSync('/etc/debian_version')

/**
 * @param {string} name
 * @returns {Promise<boolean>} whether the package is installed
 */
export const installDebianPackage = async (name) => {
  if (!mayInstall()) return false
  console.log(`Installing Debian's ${name} package (first time only; NO_INSTALL=1 prevents it)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ]
  for (const args of steps) {
    const { code, output } = await run('apt-get', args, { env, quiet: true })
    if (code !== 0) {
      console.log(output.trim())
      return false
    }
  }
  return true
}

/**
 * @param {readonly string[]} names in order of preference
 * @param {readonly string[]} [folders] searched before PATH
 */
export const findProgram = (names, folders = []) => {
  const path = [...folders, ...(process.env.PATH ?? '').split(delimiter)]
  return names.flatMap((name) => path.map((folder) => join(folder, name))).find(existsSync)
}
