// Shared by the tests of retailer transactions: files, imports and parts of the page.

import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { expect, type Page } from '@playwright/test'
import type { Desk } from './desk.ts'
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

export const HEADER = 'date,orderIds,amount,cardInfo,vendor'

export const openAsStaff = (page: Page, path = TRANSACTIONS) => signIn(page, STAFF, path)

export const openImport = async (page: Page) => {
  await page.getByRole('button', { name: 'Import transactions' }).click()
  await expect(importPanel(page)).toBeVisible()
}

export const importPanel = (page: Page) => page.getByRole('region', { name: 'Import transactions' })

export const chooseFile = (page: Page, content: string | Buffer, name = 'export.csv') =>
  importPanel(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** Imports a file through the API. */
export const addTransactions = async (desk: Desk, content: string) => {
  const form = new FormData()
  form.set('file', new Blob([content]), 'export.csv')
  const answer = await fetch(`${desk.url}/api/amazon/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await staffTokenOf(desk)}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`The file was refused: ${await answer.text()}`)
}

export const rows = (page: Page) =>
  page.getByRole('table', { name: 'Amazon transactions' }).getByRole('row')
