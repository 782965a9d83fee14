// Checks with reCAPTCHA v3 whether a person sent a form.
import { z } from 'zod'
import type { Config } from '../settings/config.ts'
import { ProviderError } from './provider-error.ts'

const TIMEOUT_MS = 5_000
/** Below this, we take a visitor for a bot. */
export const SCORE_MIN = 0.5

const verdict = z.object({
  success: z.boolean(),
  /** Keys of v2 give none. */
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})
export type Verdict = z.infer<typeof verdict>

/** Undefined if reCAPTCHA accepted our secret key. */
export const secretProblemOf = (result: Verdict): string | undefined =>
  result['error-codes'].find((code) => code.endsWith('-input-secret'))

export type HumanCheck = ReturnType<typeof createHumanCheck>

export const createHumanCheck = ({
  humanCheck,
  publicUrl,
}: Pick<Config, 'humanCheck' | 'publicUrl'>) => {
  const { secretKey, verifyUrl } = humanCheck
  const hostname = new URL(publicUrl).hostname

  const ask = async (token: string): Promise<Verdict> => {
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!answer.ok) throw new Error(`reCAPTCHA returned ${answer.status}`)
      return verdict.parse(await answer.json())
    } catch (error) {
      throw new ProviderError('human-check', 'unavailable', 'the human check failed', {
        cause: error,
      })
    }
  }

  return {
    /** reCAPTCHA's whole answer. Uses up the token. */
    ask,
    /** Uses up the token. Throws if reCAPTCHA doesn't answer. */
    isHuman: async (token: string, action: string): Promise<boolean> => {
      const result = await ask(token)
      const wrongKey = secretProblemOf(result)
      if (wrongKey) {
        throw new ProviderError('human-check', 'auth', 'RECAPTCHA_SECRET_KEY is not accepted', {
          providerCode: wrongKey,
        })
      }
      const isOurs = result.action === action && result.hostname === hostname
      return result.success && isOurs && (result.score ?? 0) >= SCORE_MIN
    },
  }
}
