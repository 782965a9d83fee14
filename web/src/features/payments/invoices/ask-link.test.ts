import { expect, it } from 'vitest'
import { askUrl } from './ask-link.tsx'

const read = (url: string) => {
  const { pathname: to, searchParams } = new URL(url)
  return { to, subject: searchParams.get('subject'), body: searchParams.get('body') }
}

it('writes to the business with the invoice number filled in', () => {
  const url = askUrl('billing@harborfinch.example', ['10&08'])
  expect(url).not.toContain('+')
  expect(read(url)).toEqual({
    to: 'billing@harborfinch.example',
    subject: 'Question about invoice 10&08',
    body: 'My question about invoice 10&08:\n',
  })
})

it('names several invoices, but not more than fit', () => {
  expect(read(askUrl('a@b.example', ['1008', '1009']))).toMatchObject({
    subject: 'Question about invoices 1008, 1009',
  })
  const many = Array.from({ length: 30 }, (_, index) => String(index))
  expect(read(askUrl('a@b.example', many)).subject).toMatch(/, 19 and 10 more$/)
})
