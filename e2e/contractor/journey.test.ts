// A contractor's first visit: email, link, human check, first bill, and its file.
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePng } from '@invoice-desk/testing/contractor/sample-files'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import { expectSentForApproval, mailTo, portal, setHumanCheck } from '../support/contractor.ts'
import { prepareForms } from '../support/new-bill.ts'
import { BUSINESS, CONTACT } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('a new contractor verifies an email, submits a first bill and opens its file', async ({
  newVisitor,
  desk,
  complaints,
}) => {
  // The file's policy blocks all scripts, including the test runner's.
  complaints.allow(/Blocked script execution in '[^']+\/api\/files/)
  await prepareForms(desk, complaints)
  const person = await addContractor(desk)
  const page = await newVisitor()
  const parts = portal(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/human-check/')) scripts.push(request.url())
  })
  await page.clock.install()
  await page.goto('/submit-invoice')
  await expect(page).toHaveTitle(`Submit Invoice · ${BUSINESS}`)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: CONTACT })).toBeVisible()
  await parts.email.fill(person.email)
  await parts.go.click()
  await expect(parts.sent).toBeVisible()

  await page.goto(linkIn(await mailTo(desk, person.email)))
  await expect(page).toHaveURL('/submit-invoice')
  await expect(parts.welcome).toHaveText(`Welcome, ${person.vendor}`)
  await expect(parts.bills).toContainText('Total $0.00 · 0 bills')

  expect(scripts).toEqual([])
  await page.route('**/human-check/api.js*', (route) => route.abort())
  const script = page.waitForRequest(/human-check\/api\.js\?render=sandbox-site-key/)
  await parts.firstBill.click()
  await script
  await parts.amount.fill('1250.50')
  await parts.number.fill('BD-2026-7')
  await parts.dueDate.fill('2030-01-31')
  const scan = { name: 'My scan.png', mimeType: 'image/png', buffer: samplePng }
  await parts.file.setInputFiles(scan)
  await expect(parts.form).toContainText('My scan.png')

  await test.step('the human check does not load, then mistakes the contractor for a bot', async () => {
    const failed = (text: string) => expect(parts.alert.filter({ hasText: text })).toBeVisible()
    await parts.submit.click()
    await failed('Failed to verify the human check. Please try again.')
    await page.unroute('**/human-check/api.js*')
    await setHumanCheck(desk, 'low-score')
    await parts.submit.click()
    await failed('Failed to verify you are human. Please try again.')
    await setHumanCheck(desk, 'pass')
  })
  const submitted = page.waitForResponse('**/api/cup/submit-invoice')
  // One second after a submission, long before the page polls.
  const reloaded = page.waitForRequest('**/api/cup/vendor-bills', { timeout: 15_000 })
  await parts.submit.click()
  await expect(parts.toast).toHaveText('Invoice submitted successfully!')
  await expect(parts.row('BD-2026-7')).toContainText('$1,250.50')
  await expect(parts.row('BD-2026-7')).toContainText('Jan 31, 2030')
  await expect(parts.bills).toContainText('Total $1,250.50 · 1 bill')
  await expect(page.getByRole('heading', { name: 'Your Bills' })).toBeFocused()
  expect((await reloaded).postDataJSON()).toMatchObject({ vendorName: person.vendor })
  expect((await mailTo(desk, person.email, 'BD-2026-7')).text).toContain('$1,250.50')

  await test.step('the page shows automatically that the bill was sent for approval', async () => {
    await expectSentForApproval(desk, (await (await submitted).json()).bill.id)
    await page.clock.fastForward('00:21')
    await expect(parts.table('Sent for Approval')).toContainText('BD-2026-7')
    await expect(parts.summary('Sent for Approval')).toHaveText('Sent for Approval$1,250.501 bill')
    await expect(parts.summary('Received')).toHaveText('Received$0.000 bills')
  })

  await test.step('View Invoice opens the file in a new tab', async () => {
    const link = parts.row('BD-2026-7').getByRole('link', { name: /^View Invoice/ })
    await expect(link).toHaveText('View Invoice')
    const opened = page.context().waitForEvent('page')
    await link.click()
    const tab = await opened
    await expect(tab).toHaveURL(/\/api\/files\?file=/)
    const answer = await page.request.get(tab.url())
    expect(answer.headers()['content-type']).toBe('image/png')
    expect((await answer.body()).equals(samplePng)).toBe(true)
  })
})
