// Creates the QuickBooks connection and reports its status.
import type { ConnectionStatus } from '@invoice-desk/contract/accounting/connection'
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { TokenSet } from '../../../providers/quickbooks/oauth.ts'
import { type Connection, endOf } from '../../../providers/quickbooks/tokens.ts'
import { startCopy } from '../copy/state.ts'
import { copyJob } from '../job-kinds.ts'
import { createConnectionStore, createTokenSealer, sealTokens } from './connection-store.ts'
import { limitReached } from './limit.ts'
import { findConnectionRow, listDependents, replaceConnection } from './queries.ts'

const LIST = new Intl.ListFormat('en-US')

export const createConnectionService = (dependencies: Dependencies) => {
  const { config, database, jobs, quickbooks } = dependencies
  const statusOf = (connection: Connection) => knownStatus(connection, config.businessTimeZone)
  const store = createConnectionStore(dependencies)
  const sealer = createTokenSealer(dependencies)

  const finish = async (
    actor: StaffCaller,
    { code, realmId }: { code: string; realmId: string },
  ) => {
    const tokens = await quickbooks.oauth.exchangeCode(code).catch(refuseAuthorization)
    // The browser sent the company's id, so verify that the tokens are for it.
    const { name: companyName, homeCurrency } = await quickbooks
      .readCompany({ realmId, accessToken: tokens.accessToken })
      .catch(refuseAuthorization)
    const save = async () => {
      // It leaves the currency out of its records, so we'd take its amounts for US dollars.
      if (homeCurrency && homeCurrency !== HOME_CURRENCY) throw new AppError('qbo_other_currency')
      await saveConnection(actor, { realmId, companyName, tokens })
    }
    await save().catch(async (error: unknown) => {
      // We don't keep tokens for a company that isn't ours.
      if (error instanceof AppError)
        await quickbooks.oauth.revoke(tokens.refreshToken).catch(() => {})
      throw error
    })
    return {
      message: 'Token successfully stored in database',
      companyName,
      realmId,
      expiresAt: tokens.refreshExpiresAt.toISOString(),
    }
  }

  const saveConnection = (
    actor: StaffCaller,
    { realmId, companyName, tokens }: { realmId: string; companyName: string; tokens: TokenSet },
  ) =>
    database.db.transaction(async (tx) => {
      const before = await findConnectionRow(tx)
      const isOther = before !== undefined && before.realmId !== realmId
      const dependents = isOther ? await listDependents(tx, before.realmId) : []
      if (dependents.length > 0) {
        throw new AppError('qbo_other_company', {
          text: `Your ${LIST.format(dependents)} are in "${before?.companyName}". Connect that company instead of "${companyName}".`,
        })
      }
      const sealed = sealTokens(sealer, tokens)
      await replaceConnection(tx, { ...sealed, realmId, companyName, connectedBy: actor.email })
      await recordEvent(tx, {
        actor: actor.email,
        action: 'quickbooks_connected',
        subject: { kind: 'connection', id: 'quickbooks' },
        details: { realmId, companyName },
      })
      await startCopy(tx, realmId)
      await jobs.send(tx, copyJob, null)
    })

  const check = async (): Promise<ConnectionStatus> => {
    const before = await store.find()
    if (!before) return { status: 'disconnected', refreshed: false }
    const known = statusOf(before)
    if (known.status !== 'connected') return known
    try {
      // Only QuickBooks knows whether someone disconnected the app there.
      await quickbooks.for('staff').company.getName(before.realmId)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return failedStatus(statusOf((await store.find()) ?? before), error)
    }
    const after = (await store.find()) ?? before
    return { ...statusOf(after), refreshed: after.accessToken !== before.accessToken }
  }

  return {
    authorizationUrl: quickbooks.oauth.authorizationUrl,
    finish,
    check: (): Promise<ConnectionStatus> =>
      check().catch((error: unknown) => {
        throw new AppError('qbo_status_failed', { cause: error })
      }),
  }
}

const NOT_RENEWED = "It wasn't renewed in time"

/** The status according to the stored row. */
const knownStatus = (connection: Connection, zone: string): ConnectionStatus => {
  const { at, isFinal } = endOf(connection)
  const leftMs = at.getTime() - Date.now()
  const facts = {
    expiresAt: at.toISOString(),
    ...(isFinal && { mustReconnect: true }),
    daysUntilExpiration: Math.max(0, Math.floor(leftMs / DAY_MS)),
    refreshed: false,
    companyName: connection.companyName,
  }
  const { state, reason = 'QuickBooks refused the connection' } = connection
  if (state === 'invalid') return { status: 'invalid', ...facts, reason }
  if (leftMs <= 0) {
    const why = isFinal ? limitReached(connection, zone) : undefined
    return { status: 'expired', ...facts, reason: why ?? NOT_RENEWED }
  }
  return { status: 'connected', ...facts }
}

const failedStatus = (known: ConnectionStatus, error: ProviderError): ConnectionStatus => {
  if (known.status !== 'connected') return known
  return error.kind === 'auth'
    ? { ...known, status: 'invalid', reason: 'QuickBooks denied access to this company' }
    : { ...known, status: 'error', reason: "QuickBooks isn't responding" }
}

const refuseAuthorization = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  const isRefusal = error.kind === 'auth' || error.kind === 'rejected'
  throw new AppError(isRefusal ? 'qbo_validation_failed' : 'qbo_unavailable', { cause: error })
}
