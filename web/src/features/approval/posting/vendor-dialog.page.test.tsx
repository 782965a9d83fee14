// Choosing another QuickBooks vendor for an invoice, also while the vendors load or fail to.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { held, refuse } from '../../../../test/answers.ts'
import { approvalDesk, TASK, taskPath, taskWith } from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'

const VENDORS = 'GET /api/qbo/list-vendors'
const LIST = ['Pinecone Catering', 'Quarry Stone'].map((name) => ({
  ...{ id: name, name, track1099: false },
}))
const dialog = page.getByRole('dialog')
const name = dialog.getByRole('combobox', { name: 'Vendor in QuickBooks' })

it('keeps what was typed while the vendors load, and page shortcuts are off', async () => {
  const { answers } = approvalDesk(taskWith('A-1', { nextTaskId: 'a-2' }), taskWith('A-2'))
  const first = held(refuse(500, {}))
  const { answer } = await openPage(taskPath('a-1'), {
    answers: { ...answers, [VENDORS]: first.answer },
  })
  const choose = page.getByRole('button', { name: 'Choose Existing Vendor' })
  await expect.element(choose).toBeVisible()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await userEvent.keyboard('n{Escape}')
  await choose.click()
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('pine')
  first.release()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to load vendors')
  await expectAccessible()
  answer({ [VENDORS]: LIST })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue('pine')
  await page.getByRole('option', { name: 'Pinecone Catering' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Use this vendor' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(location.search).toBe('?taskId=a-1')
})

it('changes the vendor, or says that it failed', async () => {
  const { answers, act, change } = approvalDesk(taskWith('A-1'))
  const { answer } = await openPage(taskPath('a-1'), {
    answers: {
      ...answers,
      [VENDORS]: LIST,
      [TASK]: (body: { action: string }) =>
        body.action === 'fetch'
          ? act(body)
          : refuse(502, { error: 'Failed to update vendor', code: 'vendor_update_failed' }),
    },
  })
  await page.getByRole('button', { name: 'Choose Existing Vendor' }).click()
  await name.fill('quarry')
  await page.getByRole('option', { name: 'Quarry Stone' }).click()
  const use = dialog.getByRole('button', { name: 'Use this vendor' })
  await use.click()
  await expect.element(page.getByText('Failed to update vendor').first()).toBeVisible()
  answer({
    [TASK]: (body: { action: string; vendor: string }) => {
      const { vendor } = body
      if (body.action === 'update_vendor')
        change('a-1', (task) => ({ ...task, details: { ...task.details, vendor } }))
      return act({ taskId: 'a-1', action: 'fetch' })
    },
  })
  await use.click()
  await expect.element(page.getByText('Vendor updated successfully')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Quarry Stone').first()).toBeVisible()
})
