// Deciding several pending invoices at once: warnings first, each on its own, failures stay selected.
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { lost, refuse } from '../../../../test/answers.ts'
import { ADD_BILL, approvalDesk, MAPPING, TASK, taskWith } from '../../../../test/approval.ts'
import { type OpenPage, openPage } from '../../../../test/open-page.tsx'

type Body = { taskId: string; action: string; email: string; postLater?: boolean }

const UNBOOKED = 'new@contractor.example'
const title = page.getByRole('heading', { level: 1 })
const all = page.getByRole('checkbox', { name: 'Select all invoices in the list' })
const bar = page.getByRole('region', { name: 'Selected invoices' })
const dialog = page.getByRole('dialog')
const entry = (text: string) => dialog.getByRole('listitem').filter({ hasText: text })
const entries = (count: number) =>
  expect.poll(() => dialog.getByRole('listitem').elements()).toHaveLength(count)
const amountOf = (amount: string) => ({ details: { amount } })

const TASKS = [
  taskWith('Good', amountOf('$100.00')),
  taskWith('Refused', amountOf('$200.00')),
  taskWith('Again', {
    ...amountOf('$100.50'),
    duplicates: [{ id: 'g', invoiceNumber: 'Good', status: 'received', because: 'same_number' }],
  }),
  taskWith('Unbooked', { details: { amount: '$300.00', email: UNBOOKED } }),
  taskWith('Offline', amountOf('$50.00')),
  taskWith('Lost', amountOf('$60.00')),
  taskWith('Moved', amountOf('$70.00')),
]

let open: OpenPage
let desk: ReturnType<typeof approvalDesk>

beforeEach(async () => {
  desk = approvalDesk(...TASKS)
  open = await openPage('/approve-invoice', { answers: desk.answers })
  await all.click()
})

/** QuickBooks refuses one bill and loses its connection at another, and one answer doesn't arrive. */
const failSome = () =>
  open.answer({
    [MAPPING]: ({ email }: Body) => ({
      ...{ success: true, qb_bill_account: email === UNBOOKED ? undefined : 'Rent' },
    }),
    [ADD_BILL]: (body: Body, url: URL) => {
      if (body.taskId === 'refused')
        return refuse(422, { error: 'QuickBooks refused the bill: the period is closed.' })
      if (body.taskId === 'offline')
        return refuse(502, { error: 'Token refresh failed: invalid_grant' })
      return (desk.answers[ADD_BILL] as (body: Body, url: URL) => unknown)(body, url)
    },
    [TASK]: (body: Body) =>
      body.taskId === 'lost' && body.action === 'approve' ? lost() : desk.act(body),
  })

it('shows what is selected, and gives the focus back with the selection', async () => {
  await expect.element(bar).toMatchTextContent('7 invoices, $880.50')
  await expectAccessibleOnAllScreens()
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(title).toHaveFocus()
})

it('names invoices with a warning first, and says which were not decided', async () => {
  desk.change('moved', (task) => ({ ...task, details: { ...task.details, vendor: 'Quarry' } }))
  failSome()
  await bar.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect.element(entry('$100.50')).toMatchTextContent('has the same invoice number.')
  await expect.element(entry('$300.00')).toMatchTextContent('has no bill account.')
  await expect.element(entry('$70.00')).toMatchTextContent('The vendor is now Quarry.')
  await entries(3)
  await expectAccessibleOnAllScreens()
  await dialog.getByRole('button', { name: 'Approve 4 invoices' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent("2 of 4 invoices approved. We couldn't finish these:")
  await entries(2)
  await expect.element(entry('Lost')).toMatchTextContent("We couldn't confirm this decision.")
  await expect.element(entry('Refused')).toMatchTextContent('the period is closed.')
  await expect
    .element(page.getByText(/Please reconnect QuickBooks and add the bill later\.$/))
    .toBeVisible()
  const approvals = open.sent.map(({ body }) => body as Body).filter((b) => b.action === 'approve')
  expect(approvals.map(({ taskId, postLater }) => [taskId, postLater])).toEqual([
    ['good', false],
    ['offline', true],
    ['lost', false],
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(bar).toMatchTextContent('5 invoices, $730.50')
})

it('rejects with a reason, and warns about a bill in QuickBooks', async () => {
  desk.change('lost', (task) => ({ ...task, posting: { ...task.posting, leftByReject: 'yes' } }))
  await bar.getByRole('button', { name: 'Reject' }).click()
  await expect.element(entry('Lost')).toMatchTextContent('A bill for this invoice is in QuickBooks')
  const confirm = (count: number) =>
    dialog.getByRole('button', { name: `Reject ${count} invoices` })
  await expect.element(confirm(6)).toBeVisible()
  await entry('Lost').getByRole('checkbox').click()
  await expect.element(confirm(7)).toBeDisabled()
  await dialog.getByRole('textbox', { name: /^Reason for rejection/ }).fill('Sent twice.')
  await userEvent.keyboard('{Tab}')
  await confirm(7).click()
  await expect.element(page.getByText('7 invoices rejected.')).toBeVisible()
  await expect.element(page.getByText('No other pending invoices found.')).toBeVisible()
  const reviewed = 'All invoices have been processed or are currently being reviewed.'
  await expect.element(page.getByText(reviewed)).toBeVisible()
  await expect.element(title).toHaveFocus()
  const rejected = open.sent.filter(({ body }) => (body as Body | null)?.action === 'reject')
  expect(rejected).toHaveLength(7)
  expect(rejected.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ taskId: 'lost', message: 'Sent twice.', billAcknowledged: true }),
  )
})
