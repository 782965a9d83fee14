import { expect, it } from 'vitest'
import { judgeSender, type SenderRecords } from './mail-sender.ts'

it.each<[string, Partial<SenderRecords>, string, string]>([
  ['all records', {}, 'ok', 'has MX, SPF and DMARC records'],
  ['no mail server', { hasMailServer: false }, 'problem', "can't receive email"],
  ['no SPF', { hasSpf: false }, 'note', 'has no SPF record'],
  ['neither', { hasSpf: false, hasDmarc: false }, 'note', 'has no SPF and no DMARC record'],
])('judges a domain with %s', (_, records, state, text) => {
  const all = { hasMailServer: true, hasSpf: true, hasDmarc: true }
  expect(judgeSender('business.com', { ...all, ...records })).toEqual([
    expect.objectContaining({ state, text: expect.stringContaining(text) }),
  ])
})
