// Endpoints for sign-in, the signed-in account, its saved views, and the accounts page.
import {
  acceptGoogleAccount,
  addAccount,
  changeAccount,
  listAccounts,
  signOutAccount,
} from '@invoice-desk/contract/identity/accounts'
import * as identity from '@invoice-desk/contract/identity/identity'
import { deleteView, listSavedViews, saveView } from '@invoice-desk/contract/identity/saved-views'
import { endSessions, listSessions } from '@invoice-desk/contract/identity/sessions'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createOAuthFlows, newState, randomSecret } from '../../http/oauth-flow.ts'
import { AppError } from '../../lib/app-error.ts'
import { createAccounts } from './accounts.ts'
import { createSavedViews } from './saved-views/service.ts'
import { createIdentityService } from './service.ts'
import { createSessionCookies } from './sessions/cookies.ts'
import { createOwnSessions } from './sessions/own-sessions.ts'

const FLOW = { purpose: 'sign-in', path: '/api/auth/google', seconds: 600 }
const USER_AGENT_LENGTH_MAX = 400
const flowSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() })

export const identityRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const { config } = dependencies
  const service = createIdentityService(dependencies)
  const flows = createOAuthFlows(config, FLOW, flowSchema)
  const cookies = createSessionCookies(config)

  bind(identity.startGoogleSignIn, async ({ query, request, reply }) => {
    const state = newState(query.redirect)
    const flow = { state, nonce: randomSecret(), codeVerifier: randomSecret() }
    const url = await service.startSignIn(flow, cookies.asksConsent(request))
    flows.start(reply, flow)
    return { url }
  })

  bind(identity.validateGoogleSignIn, async ({ body, address, request, reply }) => {
    const { code, iss, state = '' } = body
    const flow = flows.finish(request, reply, state)
    if (!flow) throw new AppError('google_validation_failed')
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX)
    const { auth, secret, needsConsent } = await service.finishSignIn({ code, state, iss }, flow, {
      browser: { userAgent, address },
      previousSecret: cookies.readSecret(request),
    })
    cookies.setSecret(reply, secret)
    cookies.askConsent(reply, needsConsent)
    return auth
  })

  bind(identity.renewSignIn, async ({ body, request, reply }) => {
    const secret = cookies.readSecret(request)
    const renewed = secret ? await service.sessions.renew(secret, body.idleSeconds) : 'ended'
    if (typeof renewed !== 'string') return renewed
    // The session's cookie stays: another tab may have signed in since, and this response would clear the new one.
    if (renewed === 'consent') cookies.askConsent(reply, true)
    throw new AppError('session_expired')
  })

  bind(identity.signOut, async ({ request }) => {
    const secret = cookies.readSecret(request)
    // The session's cookie stays here, too. Without the session, the cookie is worth nothing.
    if (secret) await service.sessions.end(secret)
    return {}
  })

  const own = createOwnSessions(dependencies)
  bind(listSessions, async ({ caller }) => ({ sessions: await own.list(caller) }))
  bind(endSessions, async ({ body, caller }) => {
    await (body.id === 'all' ? own.endAll(caller) : own.end(caller, body.id))
    return {}
  })

  bind(identity.getAccount, async ({ caller }) => ({
    email: caller.email,
    name: caller.name,
    admin: caller.admin,
    tools: [...caller.tools],
  }))

  bind(identity.getProtected, async ({ caller }) => ({
    message: "You're signed in, and your account is set up.",
    email: caller.email,
    name: caller.name,
    expiresAt: new Date(caller.exp * 1_000).toISOString(),
  }))

  accountRoutes(bind, dependencies)

  const views = createSavedViews(dependencies)
  bind(listSavedViews, ({ query, caller }) => views.list(caller, query.page))
  bind(saveView, ({ body, caller }) => views.save(caller, body))
  bind(deleteView, ({ body, caller }) => views.remove(caller, body.id))
}

const accountRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const { config } = dependencies
  const accounts = createAccounts(dependencies)
  bind(listAccounts, async () => {
    const { domain, domainTools } = config.staff
    const [listed, notSignedIn, otherGoogle] = await Promise.all([
      accounts.list(),
      accounts.listNotSignedIn(),
      accounts.listOtherGoogle(),
    ])
    return { accounts: listed, notSignedIn, otherGoogle, domain, domainTools }
  })
  bind(addAccount, async ({ body, caller, limits }) => {
    if (body.welcome) await limits.take('message', caller.email)
    return accounts.add(caller, body)
  })
  bind(changeAccount, async ({ body, caller, limits }) => {
    if (body.welcome) await limits.take('message', caller.email)
    return accounts.change(caller, body)
  })

  bind(acceptGoogleAccount, async ({ body, caller }) => {
    await accounts.acceptGoogleAccount(caller, body.email)
    return {}
  })

  bind(signOutAccount, async ({ body, caller }) => {
    await accounts.signOut(caller, body.email)
    return {}
  })
}
