// Failures that replace the vendors page, the ways out of them, and work that doesn't need QuickBooks.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { held, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { ACCOUNTS, LIST, mappingOf, parts, serveVendors } from '../../../../test/vendors.ts'

const { error, row, edit, email, vendor, account, update, form, add } = parts

const button = (name: string) => page.getByRole('button', { name })

it('lets people retry the list and the accounts, and change what does not need QuickBooks', async () => {
  const answers = serveVendors([mappingOf('old@mapped.example')])
  const down = refuse(502, { error: 'QuickBooks is down.', code: 'qbo_accounts_failed' })
  const { answer } = await openPage('/vendors', {
    answers: {
      ...answers,
      // A status that the page doesn't retry automatically.
      [LIST]: refuse(409, { error: 'Failed to fetch vendors', code: 'vendors_failed' }),
      [ACCOUNTS]: down,
    },
  })
  await expect.element(error).toHaveTextContent('Error: Failed to fetch vendors')
  await expect.element(error).toHaveFocus()
  const { [LIST]: list } = answers
  answer({
    [LIST]: (body: unknown, url: URL) =>
      url.searchParams.has('email')
        ? list(body, url)
        : { ...(list(body, url) as object), marks: 'unavailable' },
  })
  await button('Try again').click()

  await expect.element(error).toHaveTextContent('Error: Failed to fetch accounts')
  await expect.element(page.getByText('QuickBooks is down.')).toBeVisible()
  await expectAccessible()
  await button('Back to the vendors').click()
  await expect.element(row('old@mapped.example')).toMatchTextContent('Kestrel Courier')
  await expect.element(page.getByText(/^We couldn't check QuickBooks, so/)).toBeVisible()
  const failing = held(down)
  answer({ [ACCOUNTS]: failing.answer })
  await edit('old@mapped.example').click()
  await expect.element(form).toBeVisible()
  failing.release()
  await expect.element(error).toHaveTextContent('Error: Failed to fetch accounts')
  await button('Back to the form').click()
  await expect.element(vendor).toHaveValue('Kestrel Courier')
  await expect.element(account).toBeDisabled()
  await email.fill('new@mapped.example')
  await update.click()
  await expect.element(row('new@mapped.example')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(add).toBeVisible()
})

it('says how to reconnect QuickBooks, and replaces only the form without a connection', async () => {
  const text = 'QuickBooks no longer accepts our connection. Please reconnect QuickBooks.'
  await openPage('/vendors', {
    answers: {
      ...serveVendors([mappingOf('old@mapped.example')]),
      [ACCOUNTS]: refuse(409, { error: text, code: 'qbo_connection_invalid' }),
    },
  })
  await expect.element(row('old@mapped.example')).toBeVisible()
  await expect.element(page.getByText(text)).toBeVisible()
  await expectAccessible()
  await add.click()
  await expect.element(error).toHaveTextContent('Error: Failed to fetch accounts')
  const manage = page.getByRole('link', { name: 'Manage connections' })
  await expect.element(manage).toHaveAttribute('href', '/connections')
})
