// Endpoints for sign-in, the signed-in account, its saved views, and the accounts page.
import * as identity from '@invoice-desk/contract/identity'
import { deleteView, listSavedViews, saveView } from '@invoice-desk/contract/saved-views'
import { z } from 'zod'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createOAuthFlows, newState, randomSecret } from '../../http/oauth-flow.ts'
import { createSavedViews } from './saved-views/service.ts'
import { createIdentityService } from './service.ts'

const FLOW = { purpose: 'sign-in', path: '/api/auth/google', seconds: 600 }
const flowSchema = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() })

export const identityRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const { config } = dependencies
  const service = createIdentityService(dependencies)
  const flows = createOAuthFlows(config, FLOW, flowSchema)

  bind(identity.startGoogleSignIn, async ({ query, reply }) => {
    const state = newState(query.redirect)
    const flow = { state, nonce: randomSecret(), codeVerifier: randomSecret() }
    const url = await service.startSignIn(flow)
    flows.start(reply, flow)
    return { url }
  })

  bind(identity.validateGoogleSignIn, async ({ body, request, reply }) => {
    const { code, iss, state = '' } = body
    const flow = flows.finish(request, reply, state)
    if (!flow) throw new AppError('google_validation_failed')
    return service.finishSignIn({ code, state, iss }, flow)
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

  bind(identity.listAccounts, async () => ({
    accounts: await service.listAccounts(),
    domain: config.staff.domain,
    domainTools: config.staff.domainTools,
  }))
  bind(identity.addAccount, ({ body, caller }) => service.addAccount(caller, body))
  bind(identity.changeAccount, ({ body, caller }) => service.changeAccount(caller, body))

  const views = createSavedViews(dependencies)
  bind(listSavedViews, ({ query, caller }) => views.list(caller, query.page))
  bind(saveView, ({ body, caller }) => views.save(caller, body))
  bind(deleteView, ({ body, caller }) => views.remove(caller, body.id))
}
