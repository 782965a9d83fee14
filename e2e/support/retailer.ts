// Shared by the tests of retailer transactions: files, imports and parts of the page.
import { expect, type Page } from '@playwright/test'
import { STAFF } from './people.ts'
import { signIn } from './sign-in.ts'

export const TRANSACTIONS = '/amazon-transactions'

let files = 0

/** A number that is unique in this run, because tests share a database. */
export const newMark = (): string => {
  files += 1
  return String(process.pid % 10_000).padStart(4, '0') + String(files).padStart(3, '0')
}

/** One charge per row, with the mark in its order ID; dates go back from the last day of 2024. */
export const exportFile = (mark: string, count: number): string => {
  const rows = Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(2024, 11, 31 - n)).toISOString().slice(0, 10)
    return `${day},111-${mark}-${String(n).padStart(7, '0')},${n + 1}.50,Visa ****4840,Amazon.com`
  })
  return [HEADER, ...rows].join('\n')
}

const HEADER = 'date,orderIds,amount,cardInfo,vendor'

export const openAsStaff = (page: Page) => signIn(page, STAFF, TRANSACTIONS)

export const openImport = async (page: Page) => {
  await page.getByRole('button', { name: 'Import transactions' }).click()
  await expect(importPanel(page)).toBeVisible()
}

export const importPanel = (page: Page) => page.getByRole('region', { name: 'Import transactions' })

export const chooseFile = (page: Page, content: string, name = 'export.csv') =>
  importPanel(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

export const rows = (page: Page) =>
  page.getByRole('table', { name: 'Amazon transactions' }).getByRole('row')
