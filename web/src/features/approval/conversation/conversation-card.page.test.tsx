// The conversation about a task: who reads what, what is kept until it's sent, and what isn't printed.
import { postTaskMessage, readTaskConversation } from '@invoice-desk/contract/bills/conversation'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { lost } from '../../../../test/answers.ts'
import { approvalDesk, taskPath, taskWith, VENDOR } from '../../../../test/approval.ts'
import { emulateMedia } from '../../../../test/media.ts'
import { openPage } from '../../../../test/open-page.tsx'

const READ = `GET ${readTaskConversation.path}`
const POST = `POST ${postTaskMessage.path}`
const log = page.getByRole('log', { name: 'Messages' })
const heading = page.getByRole('heading', { name: 'Conversation' })
const message = page.getByRole('textbox', { name: `Message to ${VENDOR}` })
const note = page.getByRole('textbox', { name: 'Internal note' })

/** Keeps what was sent about each task. */
const conversations = () => {
  const kept = new Map<string, unknown[]>()
  const of = (id: string) => ({ messages: kept.get(id) ?? [] })
  const add = (taskId: string, kind: string, text: string, isOwn = kind !== 'contractor') => {
    const { messages } = of(taskId)
    const id = `1b6e4b8e-6a55-4f0e-9a57-${String(messages.length).padStart(12, '0')}`
    const about = { author: 'Sam Staff', isOwn, at: '2026-03-02T15:00:00Z' }
    kept.set(taskId, [...messages, { id, kind, text, ...about }])
    return of(taskId)
  }
  const post = (body: unknown) => {
    const { taskId, kind, text } = body as { taskId: string; kind: string; text: string }
    return add(taskId, kind, text)
  }
  const answers = {
    [READ]: (_: unknown, { searchParams }: URL) => of(searchParams.get('taskId') ?? ''),
    [POST]: post,
  }
  return { add, post, answers }
}

it('keeps a note for its own task, and typing it uses no shortcuts', async () => {
  const desk = approvalDesk(taskWith('A-1'), taskWith('A-2'))
  const opened = await openPage(taskPath('a-1'), {
    answers: { ...desk.answers, ...conversations().answers },
  })
  await expect.element(log).toMatchTextContent('No messages yet.')
  await page.getByText('Internal note', { exact: true }).click()
  // The page's shortcuts don't fire, even if the text box wasn't clicked.
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('arc: SECRET rate')
  await expect.element(note).toHaveValue('arc: SECRET rate')
  await page.getByLabelText('Review A-2').click()
  await expect.element(message).toHaveValue('')
  window.history.back()
  await expect.element(note).toHaveValue('arc: SECRET rate')
  page.getByRole('radio', { name: 'Internal note' }).element().focus()
  await userEvent.keyboard('{Enter}r')
  await expect.element(log).toMatchTextContent('No messages yet.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect.element(log).toMatchTextContent('Internal note. Only staff see this.')
  await expect.element(note).toHaveValue('')
  await expect.element(note).toHaveFocus()
  const reason = page.getByRole('textbox', { name: /^Reason for rejection/ })
  await expect.element(reason).not.toBeInTheDocument()
  const sent = opened.sent.filter(({ name }) => name === POST).map(({ body }) => body)
  expect(sent).toEqual([{ taskId: 'a-1', kind: 'note', text: 'arc: SECRET rate' }])
})

it('keeps a message that could not be sent, and counts messages and notes', async () => {
  const talk = conversations()
  talk.add('a-1', 'note', 'SECRET rate')
  const opened = await openPage(taskPath('a-1'), {
    answers: { ...approvalDesk(taskWith('A-1')).answers, ...talk.answers, [POST]: lost },
  })
  await message.fill('Which project is it for?')
  const send = page.getByRole('button', { name: `Send to ${VENDOR}` })
  await send.click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'connection' })).toBeVisible()
  await expect.element(message).toHaveValue('Which project is it for?')
  opened.answer({ [POST]: talk.post })
  await send.click()
  await expect.element(log).toMatchTextContent('Which project is it for?')
  await expect.element(message).toHaveFocus()
  const tries = opened.sent.filter(({ name }) => name === POST)
  const keys = tries.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([keys[0], keys[0]])
  await page.getByRole('link', { name: '1 message, 1 note' }).click()
  await expect.element(heading).toHaveFocus()
  const decision = page.getByRole('button', { name: /^Approve/ }).first()
  await expectAccessibleOnAllScreens('conversation of staff', decision)
})

it('is in the history, but not on paper, which may end up with the vendor', async () => {
  const events = ['bill_submitted', 'bill_message_sent', 'bill_note_added']
  const history = events.map((action, index) => ({
    ...{ action, actor: 'sam.staff@harborfinch.example', at: `2026-03-0${index + 1}T15:00:00Z` },
  }))
  const talk = conversations()
  talk.add('a-1', 'note', 'SECRET rate')
  const { answers } = approvalDesk(taskWith('A-1', { history }))
  await openPage(taskPath('a-1'), { answers: { ...answers, ...talk.answers } })
  await expect.element(page.getByText(/sent a message/)).toBeVisible()
  await expect.element(page.getByText(/added an internal note/)).toBeVisible()
  await expect.element(log).toMatchTextContent('SECRET rate')
  await emulateMedia('print')
  try {
    await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible()
    const main = page.getByRole('main').element() as HTMLElement
    // biome-ignore lint/performance/useDomNodeTextContent: only what is printed counts.
    await expect.poll(() => main.innerText).not.toMatch(/message|note|SECRET/i)
  } finally {
    await emulateMedia('')
  }
})

it('opens at the conversation from an email, and leaves those who read earlier messages there', async () => {
  const talk = conversations()
  for (let line = 1; line <= 12; line += 1) talk.add('a-1', 'contractor', `Line ${line}`)
  await openPage(`${taskPath('a-1')}&show=conversation`, {
    answers: { ...approvalDesk(taskWith('A-1')).answers, ...talk.answers },
  })
  await expect.element(log).toMatchTextContent('Line 12')
  await expect.element(heading).toHaveFocus()
  await expect.element(heading).toBeInViewport()
  const box = log.element() as HTMLElement
  box.style.maxHeight = '4rem'
  const scrolled = new Promise((resolve) => box.addEventListener('scroll', resolve, { once: true }))
  box.scrollTop = 1
  await scrolled
  talk.add('a-1', 'note', 'One more thing', false)
  // A read that was under way doesn't have it, and the next one only starts after that.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('visibilitychange'))
      return box.textContent
    })
    .toContain('One more thing')
  expect(box.scrollTop).toBe(1)
})
