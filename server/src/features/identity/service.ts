// Signs staff in.
import type { AuthData } from '@invoice-desk/contract/identity/identity'
import type { Dependencies } from '../../dependencies.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SignInFlow } from '../../providers/google/issuer.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { recordAccountEvent } from './accounts.ts'
import { getProvisionedAccount } from './authenticate.ts'
import { claimEmail } from './google-account.ts'
import { rememberDomainAccount } from './queries.ts'
import { authDataOf, type Browser, createSessions } from './sessions/service.ts'

type SignedIn = {
  readonly auth: AuthData
  /** Renews the session. */
  readonly secret: string
  /** Google gave no permission to renew the session, and won't until it asks for consent. */
  readonly needsConsent: boolean
}

export const createIdentityService = (dependencies: Dependencies) => {
  const { callers, config, database, google } = dependencies
  const { db } = database
  const sessions = createSessions(dependencies)

  const startSignIn = (flow: SignInFlow, asksConsent: boolean): Promise<string> =>
    google.startSignIn(flow, { asksConsent }).catch((error: unknown) => {
      throw new AppError('google_start_failed', { cause: error })
    })

  const finishSignIn = async (
    returned: { code: string; state: string; iss?: string | undefined },
    flow: SignInFlow,
    /** `previousSecret`: of the session that it had before. */
    from: { browser: Browser; previousSecret: string | undefined },
  ): Promise<SignedIn> => {
    const tokens = await google.exchangeCode(returned, flow).catch(rethrowAsRefusal)
    const { email, name, domain = '' } = tokens.identity
    const { source } = await getProvisionedAccount({ config, database }, tokens.identity).catch(
      async (refusal: unknown) => {
        await recordAccountEvent(db, email, 'sign_in_refused', { email })
        throw refusal
      },
    )
    const begun = await db.transaction(async (tx) => {
      if (!(await claimEmail(tx, tokens.identity))) {
        await recordAccountEvent(tx, email, 'google_account_refused', { email })
        return undefined
      }
      if (source === 'domain') await rememberDomainAccount(tx, { email, name, domain })
      await recordAccountEvent(tx, email, 'signed_in', { email })
      return sessions.begin(tx, tokens, from)
    })
    callers.forget()
    if (!begun) throw new AppError('account_other_google')
    return { ...begun, auth: { ...authDataOf(tokens), code: returned.code } }
  }

  return { startSignIn, finishSignIn, sessions }
}

const rethrowAsRefusal = (error: unknown): never => {
  if (!(error instanceof ProviderError)) throw error
  const code = error.kind === 'unavailable' ? 'google_unavailable' : 'google_validation_failed'
  throw new AppError(code, { cause: error })
}
