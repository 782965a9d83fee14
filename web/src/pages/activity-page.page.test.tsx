// The audit log.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { BEA } from '../../test/accounts.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, asAdmin, STAFF } from '../../test/people.ts'

const INVOICE = {
  kind: 'invoice',
  id: '5d8f3b0e-2c40-4f3b-8a53-3c7d5c1f0a01',
  label: 'CO-1042 from Blue Heron Printing',
  link: '/approve-invoice?taskId=5d8f3b0e-2c40-4f3b-8a53-3c7d5c1f0a01',
}

const event = (id: string, fields: object) => ({
  id,
  at: '2026-11-16T15:04:00.000Z',
  actor: STAFF.email,
  text: 'approved',
  detail: '',
  subject: INVOICE,
  ...fields,
})

it('lists what happened', async () => {
  await openPage('/activity?time=last-30-days', {
    as: ADMIN,
    answers: {
      ...asAdmin,
      'GET /api/accounts': {
        accounts: [BEA],
        notSignedIn: [],
        otherGoogle: [],
        domain: '',
        domainTools: [],
      },
      'GET /api/activity': {
        events: [
          event('4', { detail: '$1,842.50' }),
          event('3', { text: 'rejected', detail: 'The hours do not add up.' }),
          event('2', { actor: 'system', text: 'received' }),
          event('1', {
            actor: ADMIN.email,
            text: 'disabled',
            subject: { kind: 'account', id: STAFF.email, label: STAFF.email },
          }),
        ],
      },
    },
  })
  const rows = page.getByRole('table').getByRole('row')
  await expect
    .element(rows.filter({ hasText: 'rejected' }))
    .toMatchTextContent('The hours do not add up.')
  await expect
    .element(rows.filter({ hasText: '$1,842.50' }).getByRole('link', { name: INVOICE.label }))
    .toHaveAttribute('href', INVOICE.link)
  await expectAccessibleOnAllScreens()
})
