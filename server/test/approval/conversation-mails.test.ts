// Tests who gets an email about a message or a note, what it says, and where its button leads.

import { approveInvoice } from '@invoice-desk/contract/approval/approval'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { useConversations } from '../support/conversation.ts'

const FAY = 'fay.fewer@harborfinch.example'

const { desk, query, tell, note, reply } = useConversations()

beforeAll(async () => {
  const token = await staffTokenOf(desk(), ADMIN)
  const body = { email: FAY, name: 'Fay Fewer', tools: ['approve_invoice'] }
  await desk().call(addAccount, { token, body })
})

const addTask = async () => {
  const vera = await addContractor(desk())
  const id = await addBill(desk(), vera, { status: 'sent_for_approval', dueDate: '2030-05-01' })
  return { vera, id, invoiceNumber: id.slice(0, 8) }
}

/** Once all emails about this invoice are sent: who got which, oldest first. */
const mailedAbout = async ({ id, invoiceNumber }: { id: string; invoiceNumber: string }) => {
  await waitFor(async () => {
    const open = await query(sql`SELECT 1 FROM jobs.job JOIN bill_message
      ON bill_message.id::text = data ->> 'messageId' WHERE bill_id = ${id} AND state <> 'completed'`)
    if (open.length > 0) throw new Error('an email is not sent yet')
  })
  const mails = await Promise.all(
    [STAFF, ADMIN, FAY, 'billing@harborfinch.example'].map((email) => mailsTo(desk(), email)),
  )
  const about = mails.flat().filter(({ subject }) => subject.includes(invoiceNumber))
  return new Set(about.map(({ subject, to }) => `${subject.split(' about')[0]} → ${to}`))
}

it("goes from staff to the submitter, in the business's name", async () => {
  const { vera, id, invoiceNumber } = await addTask()
  const text = 'Which project?\n<img src=x onerror=alert(1)> https://evil.example'
  const { body } = await tell(id, text)
  const mail = await waitForMail(desk(), vera.email, `New message about invoice ${invoiceNumber}`)
  expect(mail.messageId).toBe(`<message-${body.messages[0].id}@harborfinch.example>`)
  expect(mail.text).toContain(
    'Message:\n> Which project?\n> <img src=x onerror=alert(1)> https://evil.example\n\nAmount: $100.00',
  )
  expect(mail.html).toContain('Which project?<br>&lt;img src=x onerror')
  expect(mail.html).not.toMatch(/<img src=x|href="https:\/\/evil/)
  expect(mail.html).toContain(`href="${desk().url}/submit-invoice?conversation=${id}"`)
  expect(`${mail.text}${mail.html}`).not.toMatch(/sam\.staff|token=/)
  expect(mail.to).toBe(vera.email)
})

it('also goes to colleagues who wrote and can still see the bill, each on their own', async () => {
  const { vera, id, invoiceNumber } = await addTask()
  const [kit, gone, silent] = await Promise.all(
    [0, 1, 2].map(() => addContractor(desk(), vera.vendor)),
  )
  if (!kit || !gone || !silent) throw new Error('no colleagues')
  for (const person of [kit, gone]) await reply(person, id, 'I can help')
  await query(sql`DELETE FROM vendor_mapping WHERE email = ${gone.email}`)
  await tell(id, 'Thanks')
  for (const { email } of [vera, kit]) {
    const mail = await waitForMail(desk(), email, `New message about invoice ${invoiceNumber}`)
    expect(mail.to).toBe(email)
  }
  await mailedAbout({ id, invoiceNumber })
  for (const { email } of [gone, silent]) expect(await mailsTo(desk(), email)).toEqual([])
})

it('goes to each contractor once, even if the address of another is refused', async () => {
  const { vera, id, invoiceNumber } = await addTask()
  const kit = await addContractor(desk(), vera.vendor)
  await reply(kit, id, 'I can help')
  await setFault(desk(), { provider: 'mail', mode: 'error', match: vera.email })
  await tell(id, 'Thanks')
  await waitForMail(desk(), kit.email, `New message about invoice ${invoiceNumber}`)
  // Only the job of the refused address runs again.
  await waitFor(async () => {
    const jobs = await query(sql`SELECT data ->> 'to' AS email FROM jobs.job JOIN bill_message
      ON bill_message.id::text = data ->> 'messageId' WHERE bill_id = ${id} AND state = 'retry'`)
    expect(jobs).toEqual([{ email: vera.email }])
  })
})

it('goes to the others at the vendor once the submitter has no access anymore', async () => {
  const { vera, id, invoiceNumber } = await addTask()
  const successor = await addContractor(desk(), vera.vendor)
  const stranger = await addContractor(desk())
  await query(sql`DELETE FROM vendor_mapping WHERE email = ${vera.email}`)
  await tell(id, 'Which project?')
  await waitForMail(desk(), successor.email, `New message about invoice ${invoiceNumber}`)
  await mailedAbout({ id, invoiceNumber })
  for (const { email } of [vera, stranger]) expect(await mailsTo(desk(), email)).toEqual([])
})

it('goes from a contractor to those who can approve and those who took part', async () => {
  const { vera, id, invoiceNumber } = await addTask()
  await reply(vera, id, 'When will it be paid?')
  const mail = await waitForMail(desk(), STAFF, `New message about invoice ${invoiceNumber} from`)
  expect(mail.to.split(', ').sort()).toEqual([ADMIN, FAY, STAFF])
  expect(mail.text).toContain(`${vera.email} sent a message`)
  expect(mail.text).toContain('> When will it be paid?')
  expect(mail.links).toContain(`${desk().url}/approve-invoice?taskId=${id}&show=conversation`)

  await tell(id, 'Next week', { by: FAY })
  const token = await staffTokenOf(desk(), ADMIN)
  await desk().call(approveInvoice, { token, body: { taskId: id, action: 'approve' } })
  await reply(vera, id, 'Great')
  const subjects = [...(await mailedAbout({ id, invoiceNumber }))]
  expect(
    subjects.some((each) => each.includes(ADMIN) && each.includes(FAY) && !each.includes(STAFF)),
  ).toBe(true)
})

it('goes to the business if no one can answer', async () => {
  const { vera, id, invoiceNumber } = await addTask()
  await query(sql`UPDATE bill SET decided_by = 'left@harborfinch.example', status = 'paid',
    approvals = '[{"email": "left@harborfinch.example", "at": ""}]' WHERE id = ${id}`)
  await reply(vera, id, 'Is anyone there?')
  expect([...(await mailedAbout({ id, invoiceNumber }))]).toEqual([
    'New message → billing@harborfinch.example',
  ])
})

it('tells other staff about a note, and never its author or the contractor', async () => {
  const { vera, id, invoiceNumber } = await addTask()
  await note(id, 'SECRET: check the rate')
  const mail = await waitForMail(desk(), ADMIN, `New internal note about invoice ${invoiceNumber}`)
  expect(mail.to.split(', ').sort()).toEqual([ADMIN, FAY])
  expect(mail.text).toContain('Internal note:\n> SECRET: check the rate')
  expect(mail.links).toContain(`${desk().url}/approve-invoice?taskId=${id}&show=conversation`)
  await note(id, 'Checked', { by: FAY })
  await mailedAbout({ id, invoiceNumber })
  const next = (await mailsTo(desk(), STAFF)).find(({ text }) => text.includes('> Checked'))
  expect(next?.text).toContain('Fay Fewer added an internal note')
  expect(await mailsTo(desk(), vera.email)).toEqual([])
})
