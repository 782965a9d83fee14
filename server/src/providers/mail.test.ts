import { createTransport } from 'nodemailer'
import { expect, it, vi } from 'vitest'
import type { Config } from '../config.ts'
import { createMailer } from './mail.ts'

vi.mock('nodemailer', () => ({ createTransport: vi.fn() }))

it('opens the transport again after that has failed', async () => {
  const sendMail = vi.fn()
  vi.mocked(createTransport)
    .mockImplementationOnce(() => {
      throw new Error('out of memory')
    })
    .mockReturnValue({ sendMail } as never)
  const { send } = createMailer({ mail: { from: 'desk@ours.example' } } as Config)
  const mail = { messageId: '1', to: ['ada@ours.example'], subject: 's', text: 't', html: 'h' }
  await expect(send(mail)).rejects.toMatchObject({ kind: 'unavailable' })
  await send(mail)
  await send(mail)
  expect(sendMail).toHaveBeenCalledTimes(2)
  expect(createTransport).toHaveBeenCalledTimes(2)
})
