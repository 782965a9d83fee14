// The mailbox: receives every email that the app sends itself or through Gmail, and shows it to people and tests.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { Message, Messages } from './messages.ts'
import { mailPages } from './pages.ts'
import { listenForMail, SMTP_LOGIN } from './smtp.ts'

type ById = { Params: { id: string } }

export const mailEmulator = async (
  { app, url, faults, calls }: EmulatorContext,
  messages: Messages,
  smtpPort: number | undefined,
): Promise<Emulator> => {
  const smtp = await listenForMail(smtpPort, Number(new URL(url).port) + 1, {
    messages,
    faults,
    calls,
  })

  mailPages(app, messages)
  app.get<{ Querystring: { to?: string; limit?: string } }>('/messages', (request) => {
    const { to, limit } = request.query
    const found = messages.list().filter((message) => to === undefined || wasSentTo(message, to))
    return found.slice(0, Number(limit) || undefined)
  })
  app.delete('/messages', (_request, reply) => {
    messages.clear()
    return reply.code(204).send()
  })
  app.get<ById>('/messages/:id', (request, reply) => {
    const message = messages.find(request.params.id)
    return message ?? reply.code(404).send({ error: "We couldn't find that message." })
  })

  return {
    name: 'mail',
    settings: {
      SMTP_URL: `smtp://${SMTP_LOGIN.user}:${SMTP_LOGIN.password}@localhost:${smtp.port}`,
    },
    page: () => ({ title: 'Mailbox', path: '/mail', summary: summaryOf(messages.list()) }),
    state: () => ({ messageCount: messages.count() }),
    reset: messages.clear,
    close: smtp.close,
  }
}

const wasSentTo = (message: Message, address: string): boolean =>
  message.to.toLowerCase().split(', ').includes(address.trim().toLowerCase())

const summaryOf = ([newest, ...older]: readonly Message[]): string => {
  if (!newest) return 'Emails from the app arrive here. There are none yet.'
  return `Emails from the app: ${older.length + 1}. Newest: “${newest.subject}”.`
}
