// `npm run backup`: writes a complete backup into a folder of its own, once or every day.
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { backUp } from './backup/back-up.mjs'
import { readKey } from './backup/encryption.mjs'
import { explained } from './backup/explain.mjs'
import { dateOf, listBackups } from './backup/manifest.mjs'
import { listenForSignals, ROOT, UserError } from './lib/processes.mjs'
import { command } from './lib/toolchain.mjs'
import { readSettings } from './start/settings.mjs'

const USAGE = `npm run backup -- [options]
  --to <folder>        where backups go (default: backups)
  --keep <number>      then delete all but this many of the newest (default: keep all)
  --daily-at <hh:mm>   keep running, and back up every day at this time
  --key-file <file>    encrypt with the key in this file (default: the key in BACKUP_KEY, if it's set)
  --check              only check that the newest backup is at most 26 hours old`
const HOUR_MS = 3_600_000
const CHECKED_AGE_MS = 26 * HOUR_MS

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string', default: 'backups' },
        keep: { type: 'string' },
        'daily-at': { type: 'string' },
        'key-file': { type: 'string' },
        check: { type: 'boolean', default: false },
      },
    })
    if (values.keep !== undefined && !/^[1-9]\d*$/.test(values.keep)) throw new Error()
    const time = values['daily-at']
    if (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) throw new Error()
    const keep = values.keep ? Number(values.keep) : undefined
    return {
      to: resolve(ROOT, values.to),
      keep,
      time,
      keyFile: values['key-file'],
      check: values.check,
    }
  } catch {
    throw new UserError(USAGE)
  }
}

/** @param {string} folder */
const ageMs = (folder) => {
  const newest = listBackups(folder).at(-1)
  return newest ? Date.now() - dateOf(newest).getTime() : Number.POSITIVE_INFINITY
}

/** @param {string} time */
const msUntil = (time) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const next = new Date()
  next.setHours(hour, minute, 0, 0)
  if (next.getTime() <= Date.now()) next.setDate(next.getDate() + 1)
  return next.getTime() - Date.now()
}

/**
 * The first backup is made at once if there's none from the last 24 hours. One that failed is retried every hour.
 * @param {string} time
 * @param {string} folder
 * @param {() => Promise<void>} work
 */
const repeatDaily = async (time, folder, work) => {
  let waitMs = ageMs(folder) > 24 * HOUR_MS ? 0 : msUntil(time)
  for (;;) {
    await sleep(waitMs)
    try {
      await work()
      waitMs = msUntil(time)
    } catch (error) {
      console.error(error instanceof UserError ? error.message : error)
      waitMs = HOUR_MS
    }
  }
}

const main = async () => {
  const { to, keep, time, keyFile, check } = readOptions()
  if (check) {
    if (ageMs(to) <= CHECKED_AGE_MS) return
    throw new UserError(`${to} has no backup from the last 26 hours.`)
  }
  const settings = readSettings()
  const key = readKey(keyFile, settings)
  // Only this user may read backups.
  process.umask(0o077)
  // A backup that's stopped removes what it has written.
  listenForSignals()
  const work = () => explained(() => backUp(settings, to, { keep, key }))
  await (time ? repeatDaily(time, to, work) : work())
}

await command(() => explained(main))
