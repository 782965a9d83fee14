// Keeps `config` current: what administrators set about the business, over the environment's values.
import type { FastifyBaseLogger } from 'fastify'
import { hashOfLogo } from '../../../brand/logo.ts'
import type { Database } from '../../../db/client.ts'
import { repeat } from '../../../lib/repeat.ts'
import type { Config, UploadedLogo } from '../../../settings/config.ts'
import { findOtherVersion, type SettingsRow } from './queries.ts'
import { type OwnSettings, readStored, SETTING_NAMES } from './stored-values.ts'

/** How soon other processes follow a change. */
const EVERY_MS = 5_000

type Needs = {
  readonly environment: Config
  readonly database: Database
  readonly log: FastifyBaseLogger
}
type Current = {
  readonly own: OwnSettings
  readonly logo: UploadedLogo | undefined
  readonly version: number
}

export type CurrentSettings = ReturnType<typeof createCurrentSettings>

export const createCurrentSettings = ({ environment, database, log }: Needs) => {
  let current: Current = { own: {}, logo: undefined, version: 0 }

  // These fields change while the server runs. Code must read them when it needs them; a copy made at startup, such as
  // `const zone = config.businessTimeZone` outside a function, would keep the old value.
  const config: Config = {
    ...environment,
    get uploadedLogo() {
      return current.logo
    },
  }
  for (const name of SETTING_NAMES) {
    const get = () => current.own[name] ?? environment[name]
    Object.defineProperty(config, name, { get, enumerable: true })
  }

  const use = (row: SettingsRow): void => {
    const { own, ignored } = readStored(row.settings, environment)
    if (ignored.length > 0) {
      log.warn({ settings: ignored }, 'Ignored stored settings that this version does not know')
    }
    current = { own, logo: logoOf(row), version: row.version }
  }

  const readNewest = async (): Promise<void> => {
    const row = await findOtherVersion(database.db, current.version)
    if (row) use(row)
  }

  // One after the other, or an older answer could replace a newer one.
  let reading: Promise<void> = Promise.resolve()
  const refresh = (): Promise<void> => {
    reading = reading.catch(() => {}).then(readNewest)
    return reading
  }

  return {
    config,
    environment,
    current: (): Current => current,
    refresh,
    /** Follows the changes of other processes. `follow` runs after each look. */
    watch: (follow: () => Promise<void>) =>
      repeat({
        everyMs: EVERY_MS,
        work: () => refresh().then(follow),
        onError: (err) => log.error({ err }, 'could not read the settings'),
      }),
  }
}

const logoOf = ({ logo, logoType }: SettingsRow): UploadedLogo | undefined => {
  if (!logo || !logoType) return undefined
  // The embedded database gives plain bytes.
  const content = Buffer.from(logo)
  return { content, type: logoType, hash: hashOfLogo(content) }
}
