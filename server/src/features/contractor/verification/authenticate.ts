// From a bearer verification token to the contractor who holds it.
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { findVerification } from '../queries.ts'
import { hashToken, stateOf } from './verification.ts'

export const createContractorAuthenticator =
  ({ database }: Pick<Dependencies, 'database'>) =>
  async (token: string): Promise<ContractorCaller> => {
    const tokenHash = hashToken(token)
    const found = await findVerification(database.db, tokenHash)
    const state = stateOf(found, new Date())
    if (!found || state === 'invalid') throw new AppError('token_invalid')
    if (state === 'expired') throw new AppError('token_expired')
    return { kind: 'contractor', email: found.email, vendor: found.vendor ?? undefined, tokenHash }
  }
