// Doors for a newcomer: each leads into the product as one of its people, with one click.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import type { Emulator } from './emulator.ts'

type TryParts = {
  readonly emulators: readonly Emulator[]
  readonly appUrl: () => string
}

type Invoice = {
  DocNumber: string
  TxnDate: string
  Balance: number
  CustomerRef: { name: string }
}
type Vendor = { DisplayName: string; PrimaryEmailAddr?: { Address: string } }
type Message = { date: string; links: readonly string[] }

const CONTRACTOR = 'Blue Heron Photography'
const STAFF_DOORS = { approver: '/approve-invoice', administrator: '/accounts' }
const MAIL_WITHIN_MS = 15_000

export const tryRoutes =
  ({ emulators, appUrl }: TryParts): FastifyPluginAsync =>
  async (app) => {
    const stateOf = <T>(name: string) =>
      emulators.find((emulator) => emulator.name === name)?.state() as T

    /** As the page's script does, for someone who opens this door more often than a contractor would. */
    const passHumanCheck = async (): Promise<string> => {
      const check = emulators.find(({ name }) => name === 'human-check')
      const answer = await app.inject({
        method: 'POST',
        path: '/human-check/tokens',
        headers: { origin: appUrl() },
        body: { key: check?.settings.RECAPTCHA_SITE_KEY, action: 'send_verification' },
      })
      return answer.json<{ token: string }>().token
    }

    /** A customer with something to pay, and most to choose from. */
    app.get('/try/customer', (_request, reply) => {
      const open = stateOf<{ invoices: Invoice[] }>('quickbooks').invoices.filter(
        ({ Balance }) => Balance > 0,
      )
      const countOf = ({ CustomerRef }: Invoice) =>
        open.filter((other) => other.CustomerRef.name === CustomerRef.name).length
      const [invoice] = open.toSorted((a, b) => countOf(b) - countOf(a))
      const query = new URLSearchParams(
        invoice ? { invoice: invoice.DocNumber, date: invoice.TxnDate } : {},
      )
      return reply.redirect(`${appUrl()}/pay-invoice?${query}`, 303)
    })

    /** Asks for the link as anyone would, and opens it as soon as it is in the mailbox. */
    app.get('/try/contractor', async (_request, reply) => {
      const { vendors } = stateOf<{ vendors: Vendor[] }>('quickbooks')
      const vendor = vendors.find(({ DisplayName }) => DisplayName === CONTRACTOR)
      const email = vendor?.PrimaryEmailAddr?.Address ?? ''
      const began = new Date().toISOString()
      await fetch(`${appUrl()}/api/cup/send-verification`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email,
          returnUrl: `${appUrl()}/submit-invoice`,
          captchaToken: await passHumanCheck(),
        }),
      }).catch(() => undefined)
      const until = Date.now() + MAIL_WITHIN_MS
      while (Date.now() < until) {
        const inbox = await app.inject({ path: '/mail/messages', query: { to: email, limit: '5' } })
        const mail = inbox.json<Message[]>().find(({ date }) => date >= began)
        const link = mail?.links.find((each) => each.startsWith(appUrl()))
        if (link) return reply.redirect(link, 303)
        await sleep(100)
      }
      return reply.redirect('/mail', 303)
    })

    /** Staff sign in first and are then led on. */
    for (const [role, path] of Object.entries(STAFF_DOORS)) {
      app.get(`/try/${role}`, (_request, reply) =>
        reply.redirect(`${appUrl()}/auth?redirect=${encodeURIComponent(path)}`, 303),
      )
    }
  }
