// Passes a human check on demand, without any action by the visitor.
import { ApiError } from './api-error.ts'
import { passHumanCheck } from './human-check.ts'

type Proof = { captchaToken?: string }

/** Sends the request; if the server requires a human check, passes it and sends again. */
export const withHumanCheck = async <T>(
  action: string,
  send: (proof: Proof) => Promise<T>,
  pass = passHumanCheck,
): Promise<T> => {
  try {
    return await send({})
  } catch (error) {
    if (!(error instanceof ApiError) || !error.is('human_check_required')) throw error
    return send({ captchaToken: await pass(action) })
  }
}
