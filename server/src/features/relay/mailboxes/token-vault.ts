// Seals Google's permissions to send from Gmail accounts, each for one account.
import { createRowSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'

export const createTokenVault = ({ keyring }: Pick<Config, 'keyring'>) =>
  createRowSealer(keyring, 'relay-mailbox')
