// The home page: for visitors, and with marks for someone who is signed in.
import { BUSINESS, CONTACT } from '@invoice-desk/testing/people'
import { expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'

const main = page.getByRole('main')
const marks = main.getByText('Enabled', { exact: true })

const cardsOf = (heading: string) =>
  page
    .elementLocator(document.body)
    .getByRole('heading', { name: heading, exact: true })
    .element()
    .closest('section')

const sectionOf = (heading: string): Locator => {
  const section = cardsOf(heading)
  if (!section) throw new Error(`${heading} has no section`)
  return page.elementLocator(section)
}

const targetsIn = (part: Locator) =>
  part
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))

/** Nothing covers it, such as the link of the card around it. */
const isOnTop = (element: Element): boolean => {
  element.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

it('welcomes visitors, lists the tools, and says whom to ask', async () => {
  await openPage('/', { as: null })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(`Welcome to ${BUSINESS}`)
  await expect.poll(() => document.title).toBe(BUSINESS)
  await expect
    .element(main)
    .toMatchTextContent('Once your account is provisioned, you can use the tools enabled for it.')

  const tools = sectionOf('Business tools').getByRole('listitem').elements()
  const names = ['Create vendor', 'Submit invoice', 'Approve invoice', 'Pay invoice']
  expect(tools.map((tool) => tool.querySelector('h3')?.textContent)).toEqual(names)
  expect(targetsIn(sectionOf('Business tools'))).toEqual([
    '/vendors',
    '/submit-invoice',
    '/approve-invoice',
    '/pay-invoice',
  ])
  const relay = sectionOf('Productivity tools').getByRole('listitem')
  await expect.element(relay).toMatchTextContent(/Mail relay.*from SMTP to a webmail provider/)
  expect(targetsIn(relay)).toEqual(['/mail-relay', `mailto:${CONTACT}`])
  await expect.element(relay.getByText(`To get access, email ${CONTACT}.`)).toBeVisible()
  for (const part of [relay, sectionOf('Contact')]) {
    const contact = part.getByRole('link', { name: CONTACT })
    await expect.element(contact).toHaveAttribute('href', `mailto:${CONTACT}`)
    expect(isOnTop(contact.element())).toBe(true)
  }
  await expect.element(marks).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens()
})

it('marks the tools that the account of someone signed in may use', async () => {
  await openPage('/')
  await expect.poll(() => marks.elements().length).toBe(5)
  await expect.element(page.getByText(`To get access, email ${CONTACT}.`)).not.toBeVisible()
})

it('keeps the tools usable when the account cannot be loaded', async () => {
  const problem = refuse(500, { error: 'Something went wrong.', code: 'internal' })
  await openPage('/', { answers: { 'GET /api/account': problem } })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Something went wrong.')
  await expect.element(page.getByRole('link', { name: 'Submit invoice' })).toBeVisible()
})
