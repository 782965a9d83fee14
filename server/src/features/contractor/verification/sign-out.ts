// Ends every link of a contractor's email, the one in their hand included.
import { AppError } from '../../../app-error.ts'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { ContractorCaller } from '../../../http/access.ts'
import { revokeVerifications } from '../queries.ts'

export const createSignOut =
  ({ database }: Pick<Dependencies, 'database'>) =>
  async ({ email }: ContractorCaller, claimed: { email: string }): Promise<void> => {
    if (claimed.email !== email) throw new AppError('other_email', { field: 'email' })
    await database.db.transaction(async (tx) => {
      await revokeVerifications(tx, email)
      await recordEvent(tx, {
        actor: email,
        action: 'signed_out_everywhere',
        subject: { kind: 'contractor', id: email },
      })
    })
  }
