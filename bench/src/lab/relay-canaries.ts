// Sends the mail relay's secrets through its calls and a failing Gmail: device passwords, a permission and a message.
import {
  addRelayDevice,
  changeRelayDevice,
  rotateRelayPassword,
  sendRelayTest,
} from '@invoice-desk/contract/relay/mail-relay'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { connectGmail } from '@invoice-desk/testing/relay/connect-gmail'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { createTokenVault } from '../../../server/src/features/relay/mailboxes/token-vault.ts'
import type { Fleet } from './fleet.ts'
import { hurryRelay } from './hurry-relay.ts'

/** Part of every test message, whose body is in base64. */
const CONTENT = 'If you can read this, the Gmail account can send.'

export const sendRelayCanaries = async (
  { caller, control, pool }: Fleet,
  call: Fleet['caller']['call'],
  token: string,
): Promise<Record<string, string[]>> => {
  const { id: mailboxId } = await connectGmail(caller)
  const fields = { name: 'Canary', senders: ['canary@harborfinch.example'] }
  const added = await call(addRelayDevice, { token, body: { mailboxId, ...fields } })
  const { device, password } = added.body
  const { id } = device
  const rotated = await call(rotateRelayPassword, { token, body: { id } })
  // Someone might paste it into the wrong field.
  const wrong = { id, version: 1, name: rotated.body.password.repeat(9), senders: [password] }
  await call(changeRelayDevice, { token, body: wrong })
  for (const mode of ['error', 'cut'])
    await control('/faults', { provider: 'google', mode, match: '/upload/gmail', times: 1 })
  await call(sendRelayTest, { token, body: { id } })
  await waitFor(
    async () => {
      await hurryRelay(pool)
      const { rows } = await pool.query('SELECT 1 FROM relay_message WHERE state <> $1', ['sent'])
      if (rows.length > 0) throw new Error('the test message is waiting')
    },
    { withinMs: 60_000 },
  )
  const { rows } = await pool.query('SELECT id, refresh_token FROM relay_mailbox')
  const vault = createTokenVault({ keyring: KEYRING })
  return {
    'device passwords': [password, rotated.body.password],
    'Gmail permissions': rows.map((row) => vault.open(row.id, row.refresh_token) ?? ''),
    'content of a message': [CONTENT],
  }
}
