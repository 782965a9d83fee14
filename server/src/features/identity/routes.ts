// Calls of sign-in, the signed-in account and the accounts page.
import * as identity from '@invoice-desk/contract/identity'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createSealer } from '../../sealing.ts'
import { createIdentityService } from './service.ts'
import { beginFlow, cookieNameOf, FLOW_SECONDS_MAX, openFlow, sealFlow } from './sign-in-flow.ts'

export const identityRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const { config } = dependencies
  const service = createIdentityService(dependencies)
  const sealer = createSealer(config.keyring, 'sign-in')
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    path: '/api/auth/google',
    maxAge: FLOW_SECONDS_MAX,
  } as const

  bind(identity.startGoogleSignIn, async ({ query, reply }) => {
    const flow = beginFlow(query.redirect)
    const url = await service.startSignIn(flow)
    reply.setCookie(cookieNameOf(flow.state), sealFlow(sealer, flow), cookie)
    return { url }
  })

  bind(identity.validateGoogleSignIn, async ({ body, request, reply }) => {
    const { code, iss, state = '' } = body
    const name = cookieNameOf(state)
    const flow = openFlow(sealer, request.cookies[name], state)
    // Used or not, a flow is over once someone came back with it.
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
    message: 'You are signed in and provisioned.',
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
