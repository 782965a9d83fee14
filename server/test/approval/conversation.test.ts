// Tests the conversation about an invoice: who sees what, what is refused, and what a repeated request does.
import { randomUUID } from 'node:crypto'
import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import { ALL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { readTaskConversation } from '@invoice-desk/contract/bills/conversation'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { MESSAGE_LENGTH_MAX, MESSAGES_MAX } from '@invoice-desk/contract/values/limits'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { ADMIN, BUSINESS, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'
import { useConversations } from '../support/conversation.ts'

const talk = useConversations()
const { desk, query, tell, note, reply, asStaff, asContractor, listBills, fill } = talk

const addTask = async () => {
  const vera = await addContractor(desk())
  return { vera, id: await addBill(desk(), vera, { status: 'sent_for_approval' }) }
}

const textsOf = ({ body }: { body: { messages: { text: string }[] } }) =>
  body.messages.map(({ text }) => text)

describe('what each side sees', () => {
  it('shows staff everything in order, with names', async () => {
    const { vera, id } = await addTask()
    await tell(id, 'Which project is it for?')
    await note(id, 'Call the harbor office first', { by: ADMIN })
    await reply(vera, id, 'The pier')
    const { status, body } = await asStaff(id)
    expect(status).toBe(200)
    expect(body.messages).toMatchObject([
      { kind: 'staff', author: STAFF, isOwn: true, text: 'Which project is it for?' },
      { kind: 'note', author: ADMIN, isOwn: false, text: 'Call the harbor office first' },
      { kind: 'contractor', author: vera.email, isOwn: false, text: 'The pier' },
    ])
  })

  it("never shows a contractor a note or anyone's address", async () => {
    const { vera, id } = await addTask()
    await note(id, 'SECRET before')
    expect((await asContractor(vera, id)).body.messages).toEqual([])
    await tell(id, 'Which project is it for?')
    const replied = await reply(vera, id, 'The pier')
    await note(id, 'SECRET after')
    const colleague = await addContractor(desk(), vera.vendor)
    await reply(colleague, id, 'Pier 4, to be exact')
    const read = await asContractor(vera, id)
    expect(read.body.messages).toMatchObject([
      { kind: 'staff', author: BUSINESS, isOwn: false, text: 'Which project is it for?' },
      { kind: 'contractor', author: 'You', isOwn: true, text: 'The pier' },
      { kind: 'contractor', author: 'Your colleague', isOwn: false, text: 'Pier 4, to be exact' },
    ])
    const bills = await listBills(vera)
    expect(bills.body.bills[0].messages).toEqual({ count: 3 })
    const shown = JSON.stringify([replied.body, read.body, bills.body])
    for (const hidden of ['SECRET', 'note', STAFF, colleague.email])
      expect(shown).not.toContain(hidden)
  })

  it('gives a contractor the same answer for a bill of others and for none at all', async () => {
    const { vera } = await addTask()
    const { vera: other, id: foreign } = await addTask()
    const refusal = { code: 'bill_unknown', field: 'billId' }
    const answers = []
    for (const id of [foreign, randomUUID(), 'not-an-id']) {
      answers.push(await asContractor(vera, id), await reply(vera, id, 'Let me in'))
    }
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([404, refusal])
      expect(body).toEqual(answers[0]?.body)
    }
    expect(textsOf(await asContractor(other, foreign))).toEqual([])
  })

  it('follows the bill list: a moved bill is still its submitter’s, and an unmapped email sees nothing', async () => {
    const { vera, id } = await addTask()
    const kit = await addContractor(desk())
    await query(sql`UPDATE bill SET vendor = ${kit.vendor.toUpperCase()} WHERE id = ${id}`)
    for (const person of [vera, kit]) expect((await reply(person, id, 'Hello')).status).toBe(200)
    const unmapped = await addContractor(desk())
    await query(sql`DELETE FROM vendor_mapping WHERE email = ${unmapped.email}`)
    const refused = await asContractor(unmapped, id)
    expect([refused.status, refused.body.code]).toEqual([403, 'contractor_not_approved'])
  })

  it('is only for staff with the approval tool', async () => {
    const { vera, id } = await addTask()
    const email = 'fay.fewer@harborfinch.example'
    const token = await staffTokenOf(desk(), ADMIN)
    await desk().call(addAccount, { token, body: { email, tools: ['create_vendor'] } })
    expect((await asStaff(id, email)).body.code).toBe('tool_not_enabled')
    expect((await note(id, 'Hello', { by: email })).body.code).toBe('tool_not_enabled')
    expect((await asStaff(randomUUID())).body).toMatchObject({
      code: 'task_unknown',
      field: 'taskId',
    })
    const query = { taskId: id }
    const contractor = await desk().call(readTaskConversation, { token: vera.token, query })
    expect(contractor.status).toBe(401)
  })

  it('works in every status, and the history says so without the text', async () => {
    for (const status of ALL_STATUSES) {
      const vera = await addContractor(desk())
      const id = await addBill(desk(), vera, { status })
      expect((await tell(id, 'A question')).status).toBe(200)
      expect((await reply(vera, id, 'An answer')).status).toBe(200)
      await note(id, 'A note')
      const token = await staffTokenOf(desk())
      const body = { taskId: id, action: 'fetch' }
      const task = (await desk().call(approveInvoice, { token, body })).body
      expect(task.version).toBe(1)
      expect(task.history).toMatchObject([
        { actor: STAFF, action: 'bill_note_added' },
        { actor: vera.email, action: 'bill_message_sent' },
        { actor: STAFF, action: 'bill_message_sent' },
      ])
      expect(JSON.stringify(task)).not.toMatch(/A question|An answer|A note/)
    }
  })
})

describe('a repeated request', () => {
  it('adds, records and emails one message, even at the same time', async () => {
    const { vera, id } = await addTask()
    const send = () => reply(vera, id, 'Once', { key: 'one-key-for-all' })
    const answers = await Promise.all([send(), send(), send(), send()])
    answers.push(await send())
    for (const answer of answers) expect([answer.status, textsOf(answer)]).toEqual([200, ['Once']])
    const [counted] = await query(sql`SELECT
      (SELECT count(*)::int FROM audit_event WHERE subject_id = ${id}) AS events,
      (SELECT count(*)::int FROM jobs.job JOIN bill_message
        ON bill_message.id::text = data ->> 'messageId' WHERE bill_id = ${id}) AS jobs`)
    expect(counted).toEqual({ events: 1, jobs: 1 })
  })

  it('with other content is refused, and another person may use the same key', async () => {
    const { vera, id } = await addTask()
    const key = 'a-key-for-two'
    await tell(id, 'First', { key })
    for (const again of [await tell(id, 'Second', { key }), await note(id, 'First', { key })])
      expect([again.status, again.body.code]).toEqual([409, 'submission_key_reused'])
    expect(textsOf(await reply(vera, id, 'Mine', { key }))).toEqual(['First', 'Mine'])
  })
})

describe('limits', () => {
  it.each([
    ['nothing', ' \n ', 'Please enter a message.'],
    ['nothing visible', '\u200b\u2060', 'Please enter a message.'],
    ['too much', 'x'.repeat(MESSAGE_LENGTH_MAX + 1), 'at most 2,000 characters'],
    ['a control character', 'a\u0007b', "characters that can't be shown"],
    ['broken Unicode', 'a\ud800', "characters that can't be shown"],
  ])('refuse %s and name the field', async (_name, text, problem) => {
    const { vera, id } = await addTask()
    for (const answer of [await reply(vera, id, text), await tell(id, text), await note(id, text)])
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 'invalid_input', field: 'text', error: expect.stringContaining(problem) },
      ])
    expect(textsOf(await asStaff(id))).toEqual([])
  })

  it('drop what turns text around or hides in it, but keep emoji', async () => {
    const { vera, id } = await addTask()
    await reply(vera, id, 'Pay \u202e0001\u202c\u200b to 👩‍👩‍👧')
    expect(textsOf(await asStaff(id))).toEqual(['Pay 0001 to 👩‍👩‍👧'])
  })

  it('keep the text as it is: hostile, long and with line breaks', async () => {
    const { vera, id } = await addTask()
    const hostile = '<img src=x onerror=alert(1)> [link](javascript:alert(1))\r\n\r\n\tSecond line'
    const long = 'é'.repeat(MESSAGE_LENGTH_MAX)
    await reply(vera, id, `  ${hostile}  `)
    await reply(vera, id, long)
    expect(textsOf(await asStaff(id))).toEqual([hostile.replaceAll('\r', ''), long])
  })

  it('hold messages of each side per invoice, and notes apart from them', async () => {
    const { vera, id } = await addTask()
    await fill(id, 'note', MESSAGES_MAX)
    expect((await reply(vera, id, 'Notes take no room')).status).toBe(200)
    const fullOfNotes = await note(id, 'One too many')
    expect([fullOfNotes.status, fullOfNotes.body]).toMatchObject([
      409,
      { code: 'task_action_refused', error: 'This invoice has reached the limit of 200 notes.' },
    ])
    await fill(id, 'contractor', MESSAGES_MAX - 2)
    expect((await reply(vera, id, 'The last one', { key: 'the-last-one' })).status).toBe(200)
    const full = await reply(vera, id, 'More')
    expect([full.status, full.body]).toMatchObject([
      409,
      {
        code: 'task_action_refused',
        error: 'This invoice has reached the limit of 200 messages from each side.',
      },
    ])
    expect((await tell(id, 'We can still answer')).status).toBe(200)
    // A repeat of the last message, whose answer may have been lost.
    expect((await reply(vera, id, 'The last one', { key: 'the-last-one' })).status).toBe(200)
  })

  it('hold messages per author and hour', async () => {
    const { vera, id } = await addTask()
    const colleague = await addContractor(desk(), vera.vendor)
    const { points, seconds } = RATE_LIMITS.message
    await query(sql`INSERT INTO rate_limit (key, points, expire)
      VALUES (${`message:${vera.email}`}, ${points}, ${Date.now() + seconds * 1_000})`)
    const refused = await reply(vera, id, 'One more')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect((await reply(colleague, id, 'My first')).status).toBe(200)
    expect((await asContractor(vera, id)).status).toBe(200)
  })
})
