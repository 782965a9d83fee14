// One-click links from the home page into the app as a customer, a contractor or staff.
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
const STAFF_PAGES = { approver: '/approve-invoice', administrator: '/accounts' }
const EMAIL_TIMEOUT_MS = 15_000

export const tryRoutes =
  ({ emulators, appUrl }: TryParts): FastifyPluginAsync =>
  async (app) => {
    const stateOf = <T>(name: string) =>
      emulators.find((emulator) => emulator.name === name)?.state() as T

    /** The app requires a human check after repeated requests, which this link makes. */
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

    /** The customer with the most open invoices. */
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

    /** Requests the email link as a contractor would, and opens it when the email arrives. */
    app.get('/try/contractor', async (_request, reply) => {
      const { vendors } = stateOf<{ vendors: Vendor[] }>('quickbooks')
      const vendor = vendors.find(({ DisplayName }) => DisplayName === CONTRACTOR)
      const email = vendor?.PrimaryEmailAddr?.Address ?? ''
      const startedAt = new Date().toISOString()
      await fetch(`${appUrl()}/api/cup/send-verification`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email,
          returnUrl: `${appUrl()}/submit-invoice`,
          captchaToken: await passHumanCheck(),
        }),
      }).catch(() => undefined)
      const deadline = Date.now() + EMAIL_TIMEOUT_MS
      while (Date.now() < deadline) {
        const inbox = await app.inject({ path: '/mail/messages', query: { to: email, limit: '5' } })
        const mail = inbox.json<Message[]>().find(({ date }) => date >= startedAt)
        const link = mail?.links.find((url) => url.startsWith(appUrl()))
        if (link) return reply.redirect(link, 303)
        await sleep(100)
      }
      return reply.redirect('/mail', 303)
    })

    /** Staff sign in first. */
    for (const [role, path] of Object.entries(STAFF_PAGES)) {
      app.get(`/try/${role}`, (_request, reply) =>
        reply.redirect(`${appUrl()}/auth?redirect=${encodeURIComponent(path)}`, 303),
      )
    }
  }
