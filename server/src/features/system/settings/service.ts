// Reads and saves what administrators set about the business.

import type { BodyOf, QueryOf } from '@invoice-desk/contract/http/endpoint'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import {
  businessSettings,
  type countErasable as erasableEndpoint,
  type SettingsView,
  type saveSettings,
} from '@invoice-desk/contract/system/business-settings'
import { findPageLogo } from '../../../brand/logo.ts'
import { recordEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { countDueFiles, countDueMessages } from '../../bills/retention/queries.ts'
import { describeChange } from './describe-change.ts'
import { checkLogo } from './logo-file.ts'
import { lockSettings, type SettingsRow, writeSettings } from './queries.ts'
import { readStored, unknownIn } from './stored-values.ts'

type Body = BodyOf<typeof saveSettings>

export const createSettings = ({ config, settings, database, jobs, log }: Dependencies) => {
  const { environment } = settings
  const { paymentMethods: payableMethods } = environment
  const defaults = businessSettings.parse(environment)

  const view = (): SettingsView => {
    const { own, version } = settings.current()
    const logo = findPageLogo(config)
    return {
      ...{ own, defaults, payableMethods, version },
      ...(logo && { logo: { url: logo.url, isOwn: config.uploadedLogo !== undefined } }),
    }
  }

  const read = async (): Promise<SettingsView> => {
    await settings.refresh()
    return view()
  }

  const change = async (write: (tx: Db, row: SettingsRow) => Promise<void>) => {
    await database.db.transaction(async (tx) => write(tx, await lockSettings(tx)))
    await settings.refresh()
    // Otherwise, the next look at the settings does it.
    await jobs.followTimeZone().catch((err: unknown) => log.error({ err }, 'could not reschedule'))
    return view()
  }

  const assertPayable = ({ paymentMethods: chosen = [] }: Body['settings']): void => {
    const missing = chosen.find((method) => !payableMethods.includes(method))
    if (!missing) return
    const text = `Set up the keys of ${PAYMENT_METHODS[missing].provider} before you turn it on.`
    throw new AppError('invalid_input', { field: 'settings.paymentMethods', text })
  }

  const save = async (caller: StaffCaller, body: Body): Promise<SettingsView> => {
    assertPayable(body.settings)
    const chosen = readStored(body.settings, environment).own
    return change(async (tx, row) => {
      if (row.version !== body.version) throw new AppError('changed_meanwhile')
      const text = describeChange(readStored(row.settings, environment).own, chosen, defaults)
      if (text === '') return
      await writeSettings(tx, { settings: { ...unknownIn(row.settings), ...chosen } })
      await recordEvent(tx, eventOf(caller, 'settings_changed', text))
    })
  }

  const countErasable = async ({
    filesKeptDays,
    messagesKeptDays,
  }: QueryOf<typeof erasableEndpoint>) => ({
    files: filesKeptDays === undefined ? 0 : await countDueFiles(database.db, filesKeptDays),
    messages:
      messagesKeptDays === undefined ? 0 : await countDueMessages(database.db, messagesKeptDays),
  })

  const saveLogo = async (caller: StaffCaller, file: Buffer | undefined): Promise<SettingsView> => {
    const { content, type, width, height } = checkLogo(file)
    return change(async (tx) => {
      await writeSettings(tx, { logo: content, logoType: type })
      const text = `uploaded a ${type === 'image/png' ? 'PNG' : 'JPEG'} of ${width} × ${height} pixels`
      await recordEvent(tx, eventOf(caller, 'logo_changed', text))
    })
  }

  const removeLogo = (caller: StaffCaller): Promise<SettingsView> =>
    change(async (tx, { logo }) => {
      if (logo === null) return
      await writeSettings(tx, { logo: null, logoType: null })
      await recordEvent(tx, eventOf(caller, 'logo_changed', 'removed the uploaded logo'))
    })

  return { read, save, countErasable, saveLogo, removeLogo }
}

const eventOf = (
  { email }: StaffCaller,
  action: 'settings_changed' | 'logo_changed',
  text: string,
) => ({
  ...{ actor: email, action, details: { text } },
  subject: { kind: 'settings' as const, id: 'settings' },
})
