// Tests every setting and service with harmless calls. `scripts/doctor.mjs` starts it. It migrates nothing, starts no
// jobs and doesn't listen.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVICE_NAMES, SERVICES, type Service } from '@invoice-desk/contract/system/service-checks'
import { pino } from 'pino'
import type { Database } from '../db/client.ts'
import { openDatabase } from '../db/open.ts'
import { NoDatabaseYet, unavailableDatabase } from '../db/unavailable.ts'
import { problem, skipped } from '../features/system/health/check.ts'
import { runCheck } from '../features/system/health/run-check.ts'
import { createCurrentSettings } from '../features/system/settings/current-settings.ts'
import { createLog } from '../lib/log.ts'
import { createServices } from '../services.ts'
import { type Config, ConfigError, readConfig } from '../settings/config.ts'
import { describeSection, isHealthy, type Section, summarize, toJson } from './report.ts'

const USAGE = `npm run doctor -- [options]
  --only <services>   test only these, separated by commas: ${SERVICE_NAMES.join(', ')}
  --json              print the result as JSON

The exit code is 0 only if there's no problem.`

type Options = { readonly services: readonly Service[]; readonly json: boolean }

/** Undefined if they make no sense. */
const readOptions = (): Options | undefined => {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    const wanted = values.only?.split(',').map((name) => name.trim().replaceAll('-', '_'))
    const services = SERVICE_NAMES.filter((name) => !wanted || wanted.includes(name))
    return wanted && services.length < wanted.length ? undefined : { services, json: values.json }
  } catch {
    return undefined
  }
}

const settingsSection = (findings: Section['findings']): Section => ({
  name: 'settings',
  title: 'Settings',
  findings,
})

const NOT_TESTED = skipped('No service was tested, because the settings above must be right first.')

/** A finding for each setting that's missing or wrong, as at the start of the server. */
const readSettings = (): { config?: Config; section: Section } => {
  try {
    const config = readConfig(process.env)
    const text = `All settings are valid, for ${config.mode} mode.`
    return { config, section: settingsSection([{ state: 'ok', text }]) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const problems = error.problems.map(([name, text]) =>
      problem(`${name}: ${text}`, 'Correct it in .env. .env.example explains it.'),
    )
    return { section: settingsSection([...problems, NOT_TESTED]) }
  }
}

/** Files that another user writes here would be out of the app's reach. */
const wrongUser = ({ dataDir }: Config): string | undefined => {
  if (process.getuid?.() !== 0 || !existsSync(dataDir) || statSync(dataDir).uid === 0) {
    return undefined
  }
  return `${resolve(dataDir)} belongs to the app's own user. Run this as that user, for example:\n  runuser -u invoice-desk -- node scripts/doctor.mjs`
}

const open = async (config: Config): Promise<Database> => {
  try {
    const isEmbedded = config.databaseUrl === undefined
    if (isEmbedded && !existsSync(join(config.dataDir, 'database'))) throw new NoDatabaseYet()
    return await openDatabase(config)
  } catch (error) {
    return unavailableDatabase(error)
  }
}

/** All at the same time, but printed in order. */
const testServices = async (
  environment: Config,
  services: readonly Service[],
  show: (section: Section) => void,
): Promise<Section[]> => {
  const { logLevel } = environment
  const isVerbose = ['debug', 'trace'].includes(logLevel)
  const log = createLog({ logLevel: isVerbose ? logLevel : 'silent' }, pino.destination(2))
  const database = await open(environment)
  const settings = createCurrentSettings({ environment, database, log })
  // Without a database, or before the first migration, the environment's values count.
  await settings.refresh().catch(() => {})
  const deps = createServices({ config: settings.config, log, database }, { renewsTokens: false })
  const running = services.map(async (name) => ({
    name,
    title: SERVICES[name],
    findings: await runCheck(deps, name),
  }))
  const sections: Section[] = []
  for (const each of running) {
    const section = await each
    sections.push(section)
    show(section)
  }
  await database.close()
  return sections
}

const main = async (): Promise<number> => {
  const options = readOptions()
  if (!options) {
    console.error(USAGE)
    return 2
  }
  const show = (section: Section) => options.json || console.log(describeSection(section))
  const { config, section } = readSettings()
  const refusal = config && wrongUser(config)
  if (refusal) {
    console.error(refusal)
    return 2
  }
  show(section)
  const tested = config ? await testServices(config, options.services, show) : []
  const sections = [section, ...tested]
  console.log(options.json ? toJson(sections) : summarize(sections))
  return isHealthy(sections) ? 0 : 1
}

// A test that ran out of time may still have open connections.
process.exit(await main())
