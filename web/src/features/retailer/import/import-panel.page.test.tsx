// The import panel: a file's preview, its result, and what happens with files that can't be imported.
import {
  getImportProgress,
  type ImportReport,
  importTransactions,
  listTransactions,
} from '@invoice-desk/contract/retailer/retailer'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { transaction, transactionsNamed } from '../../../../test/transactions.ts'

const IMPORT = `POST ${importTransactions.path}`

const REPORT: ImportReport = {
  format: 'azad',
  rows: 13,
  added: 12,
  known: 0,
  skipped: 0,
  refused: 1,
  problems: [{ line: 14, reason: "The currency isn't US dollars." }],
  sample: Array.from({ length: 10 }, (_, n) => transaction(`111-${n}`)),
}

const panel = page.getByRole('region', { name: 'Import transactions' })
const toggle = page.getByRole('button', { name: 'Import transactions' })
const start = panel.getByRole('button', { name: 'Import 12 transactions' })

const openImport = async (answer: unknown = REPORT) => {
  const opened = await openPage('/amazon-transactions', {
    answers: {
      [`GET ${listTransactions.path}`]: transactionsNamed('111-1'),
      [`GET ${getImportProgress.path}`]: { state: 'waiting', done: 0, total: 0 },
      [IMPORT]: answer,
    },
  })
  await toggle.click()
  const posts = () => opened.sent.filter(({ name }) => name === IMPORT)
  return { ...opened, posts }
}

const drop = async (...files: readonly File[]) => {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const zone = panel.getByText(/or drop it here/)
  await expect.element(zone).toBeVisible()
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  zone.element().dispatchEvent(event)
}

const named = (name: string) => new File(['date'], name, { type: 'text/csv' })

it('previews a file, says why rows were rejected, and reports the result', async () => {
  const { posts, sent } = await openImport()
  await expect.element(panel.getByRole('heading', { name: 'Import transactions' })).toHaveFocus()
  await expectAccessible()
  await drop(named(`${'a-very-long-name-'.repeat(6)}.csv`))
  await expect
    .element(panel)
    .toMatchTextContent('-name-.csv is an Azad transactions export with 13 rows.')
  await expect.element(panel.getByText('The first 10 transactions')).toBeVisible()
  await expect.element(panel.getByRole('row')).toHaveLength(11)
  await panel.getByText('Why we rejected 1 row').click()
  await expect.element(panel).toMatchTextContent("Line 14: The currency isn't US dollars.")
  await expectAccessibleOnAllScreens()
  expect(posts()[0]?.body).toMatch(/name="step"\s+preview/)

  const lists = () => sent.filter(({ name }) => name.endsWith('list-transactions')).length
  const before = lists()
  await start.click()
  await expect.element(panel).toMatchTextContent('12 transactions added to the list.')
  await expect.element(page.getByText('12 transactions imported')).toBeVisible()
  expect(posts()[1]?.body).toMatch(/name="step"\s+import/)
  await expect.poll(lists).toBe(before + 1)
  await expectAccessible()
})

it('offers no import of a file whose transactions are all in the list', async () => {
  await openImport({ ...REPORT, added: 0, known: 12, refused: 0, problems: [] })
  await drop(named('december.csv'))
  await expect
    .element(panel)
    .toMatchTextContent('All of these transactions are already in the list.')
  await expect.element(panel.getByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Choose another file' }).click()
  await expect.element(panel.getByText(/or drop it here/)).toBeVisible()
})

it('says why a file was refused, and sends none that is empty, too large or one of several', async () => {
  const error = "We can't read line 3."
  const { posts } = await openImport(refuse(400, { error, code: 'import_broken' }))
  const problem = panel.getByRole('alert')
  await drop(named('broken.csv'))
  await expect.element(problem).toMatchTextContent(error)
  expect(posts()).toHaveLength(1)
  await drop(new File([], 'empty.csv'))
  await expect.element(problem).toMatchTextContent('This file has no rows to import.')
  await drop(named('one.csv'), named('two.csv'))
  await expect.element(problem).toMatchTextContent('Choose only one file.')
  await drop(new File([new Uint8Array(65 * 1024 * 1024)], 'large.csv'))
  await expect.element(problem).toMatchTextContent('larger than 64 MB')
  expect(posts()).toHaveLength(1)
  await expectAccessible()
})

it('keeps the file when the import fails, so it can be retried', async () => {
  const { answer } = await openImport()
  await drop(named('december.csv'))
  const cut = held(lost)
  await expect.element(start).toBeVisible()
  answer({ [IMPORT]: cut.answer })
  await start.click()
  await expect.element(panel.getByRole('progressbar')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  cut.release()
  await expect.element(panel.getByRole('alert')).toMatchTextContent("We can't reach the server.")
  answer({ [IMPORT]: REPORT })
  await start.click()
  await expect.element(panel).toMatchTextContent('12 transactions added to the list.')
})

it('discards a file when someone leaves the page', async () => {
  await openImport()
  await drop(named('december.csv'))
  await expect.element(start).toBeVisible()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Privacy Policy')
  window.history.back()
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.element(panel).not.toBeInTheDocument()
})
