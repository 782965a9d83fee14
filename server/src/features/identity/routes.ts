// Endpoints for sign-in, the signed-in account and the accounts page.
import * as identity from '@invoice-desk/contract/identity'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { flowCookie } from '../../http/flow-cookie.ts'
import { createIdentityService } from './service.ts'
import { beginFlow, cookieNameOf, createSignInFlows, FLOW_SECONDS_MAX } from './sign-in-flow.ts'

export const identityRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const { config } = dependencies
  const service = createIdentityService(dependencies)
  const flows = createSignInFlows(config.keyring)
  const cookie = flowCookie(config.publicUrl, '/api/auth/google', FLOW_SECONDS_MAX)

  bind(identity.startGoogleSignIn, async ({ query, reply }) => {
    const flow = beginFlow(query.redirect)
    const url = await service.startSignIn(flow)
    reply.setCookie(cookieNameOf(flow.state), flows.seal(flow), cookie)
    return { url }
  })

  bind(identity.validateGoogleSignIn, async ({ body, request, reply }) => {
    const { code, iss, state = '' } = body
    const name = cookieNameOf(state)
    const flow = flows.open(request.cookies[name], state)
    // A flow ends when its callback arrives, whether or not it succeeds.
    reply.clearCookie(name, { path: cookie.path })
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
}
