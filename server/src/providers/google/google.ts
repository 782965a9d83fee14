// Google sign-in: people prove who they are, and let us renew that.
import type { TokenEndpointResponse } from 'openid-client'
import type { Config } from '../../settings/config.ts'
import { createIssuer, type Identity, type ReturnedCode, type SignInFlow } from './issuer.ts'

export type Tokens = {
  idToken: string
  accessToken: string
  /** Google gives one only at a person's first consent, and whenever we ask for consent. */
  refreshToken: string | undefined
  identity: Identity
}

/** Must be registered at Google. */
export const redirectUriOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${publicUrl}/auth/google/redirect`

export type Google = ReturnType<typeof createGoogle>

export const createGoogle = (config: Pick<Config, 'google' | 'publicUrl'>) => {
  const issuer = createIssuer(config.google, redirectUriOf(config))

  const readTokens = async (tokens: TokenEndpointResponse, nonce?: string): Promise<Tokens> => ({
    identity: await issuer.readIdToken(tokens, nonce),
    idToken: tokens.id_token ?? '',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  })

  return {
    startSignIn: (flow: SignInFlow, { asksConsent }: { asksConsent: boolean }): Promise<string> =>
      issuer.startFlow(flow, {
        scope: 'openid email profile',
        prompt: asksConsent ? 'select_account consent' : 'select_account',
      }),
    exchangeCode: async (returned: ReturnedCode, flow: SignInFlow): Promise<Tokens> =>
      readTokens(await issuer.exchangeCode(returned, flow), flow.nonce),
    renew: async (refreshToken: string): Promise<Tokens> =>
      readTokens(await issuer.renew(refreshToken)),
    verifyIdToken: issuer.verifyIdToken,
  }
}
