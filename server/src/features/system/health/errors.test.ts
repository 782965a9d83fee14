import { expect, it } from 'vitest'
import { reachFix } from './certificate.ts'
import { unreachable } from './errors.ts'
import { explainMail } from './mail-problems.ts'

const failure = (codes: Record<string, string>) => Object.assign(new Error('x'), codes)

it('says which port nothing answers at', () => {
  const found = unreachable(failure({ code: 'ECONNREFUSED' }), 'db.business.com:5432')
  expect(found).toBe('Nothing answers at db.business.com:5432.')
})

it('names an unknown host without the port', () => {
  const error = failure({ code: 'EDNS', originalCode: 'ENOTFOUND' })
  const { text, fix } = explainMail(error, 'smtp.business.com:587')
  expect(text).toBe("We can't find the host smtp.business.com in DNS.")
  expect(fix).toContain('SMTP_URL')
})

it('asks for a DNS record, and not to start the app, if PUBLIC_URL has an unknown host', () => {
  expect(reachFix(failure({ code: 'ENOTFOUND' }))).toMatch(/^Correct PUBLIC_URL, or add a DNS/)
  expect(reachFix(failure({ code: 'ECONNREFUSED' }))).toMatch(/^Start the app/)
})
