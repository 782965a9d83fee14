// The email that welcomes someone with a new account. It has no secret: only their own Google account signs them in.
import { describeRights, ROLES, roleOf } from '@invoice-desk/contract/identity/roles'
import { renderMail } from '../../../mail/layout.ts'
import type { Mail } from '../../../providers/mail.ts'
import type { Config } from '../../../settings/config.ts'
import type { EffectiveAccount } from '../provisioning.ts'

type Welcome = {
  readonly account: Pick<EffectiveAccount, 'email' | 'name' | 'admin' | 'tools'>
  /** The administrator's email. */
  readonly by: string
  readonly messageId: string
}

export const welcomeMail = (config: Config, { account, by, messageId }: Welcome): Mail => {
  const { businessName, publicUrl } = config
  const rights = describeRights(account)
  const role = roleOf(account)
  return {
    messageId,
    to: [account.email],
    // They know the person, unlike the office that other emails name.
    ...renderMail(
      { ...config, contactEmail: by },
      {
        subject: `Your Invoice Desk account at ${businessName}`,
        heading: `Welcome to ${businessName}`,
        paragraphs: [
          `${account.name ? `Hi ${account.name}, ` : ''}${by} set up an account for you in Invoice Desk, where ${businessName} receives, approves and pays invoices.`,
          `Sign in with your Google account ${account.email}. You don't need a new password.`,
          rights.length > 0
            ? `${role ? `Your role is ${ROLES[role].label}. ` : ''}Here's what you can do:`
            : `No tools are enabled for your account yet. Ask ${by} if you expected some.`,
        ],
        items: rights,
        button: {
          text: 'Sign in with Google',
          url: `${publicUrl}/auth?redirect=%2Foverview`,
          showsUrl: true,
        },
        notes: [
          'If this address has no Google account yet, create one for it at accounts.google.com first.',
        ],
        reason: `You're getting this email because ${by} added this address to the accounts of ${businessName}.`,
      },
    ),
  }
}
