// Answers a server that asks for a human check, without the visitor having to do anything.
import { ApiError } from './api-error.ts'
import { passHumanCheck } from './human-check.ts'

type Proof = { captchaToken?: string }

/** Sends, and if the server asks for the human check, passes it and sends once more. */
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
