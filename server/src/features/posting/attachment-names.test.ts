import { expect, it } from 'vitest'
import { attachmentNames } from './attachment-names.ts'

const SUBMITTED = '2026-11-02T10:00:00.123Z'
const file = (id: string, name: string, createdAt = SUBMITTED) => ({ id, name, createdAt })

it('keeps names, and tells files with the same name apart', () => {
  const files = [
    file('11111111-0', 'a.pdf'),
    file('22222222-0', 'b.png'),
    file('33333333-0', 'a.pdf'),
    file('44444444-0', 'c.pdf', '2026-11-01T10:00:00Z'),
    file('55555555-0', 'b.png', '2026-11-02T10:00:01+00:00'),
  ].toReversed()
  expect(attachmentNames(files, new Date(SUBMITTED))).toEqual([
    'b (corrected 55555555).png',
    'c.pdf',
    'a.pdf',
    'b.png',
    'a (11111111).pdf',
  ])
})
