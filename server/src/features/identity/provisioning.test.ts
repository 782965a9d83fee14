// Who has an account, from the settings, the accounts page and the provider's word on the domain.
import { TOOLS } from '@invoice-desk/contract/tools'
import { expect, it } from 'vitest'
import { type AccountRow, effectiveAccount, listEffectiveAccounts } from './provisioning.ts'

const settings = {
  admins: ['ada@ours.example'],
  emails: ['sam@ours.example'],
  domain: 'ours.example',
}
const rowOf = (email: string, fields: Partial<AccountRow> = {}): AccountRow => ({
  email,
  name: 'N',
  admin: false,
  tools: ['pay_invoice'],
  disabled: false,
  version: 3,
  ...fields,
})

it.each([
  [
    'a named administrator',
    'ada@ours.example',
    undefined,
    undefined,
    [true, 'configuration', true],
  ],
  [
    'a named administrator whom a row disables',
    'ada@ours.example',
    { disabled: true },
    undefined,
    [true, 'configuration', true],
  ],
  ['a listed address', 'sam@ours.example', undefined, undefined, [false, 'configuration', false]],
  [
    'a listed address with a row',
    'sam@ours.example',
    { admin: true },
    undefined,
    [true, 'accounts', false],
  ],
  [
    'an address of the domain, by the provider’s word',
    'eve@ours.example',
    undefined,
    'ours.example',
    [false, 'configuration', false],
  ],
  ['an address that only ends in the domain', 'eve@ours.example', undefined, undefined, undefined],
  ['an address of another domain', 'eve@evil.example', undefined, 'evil.example', undefined],
] as const)('decides the account of %s', (_who, email, row, domain, expected) => {
  const account = effectiveAccount(settings, row && rowOf(email, row), { email, domain })
  expect(account && [account.admin, account.source, account.locked]).toEqual(expected)
  expect(account?.disabled ?? false).toBe(false)
})

it('gives accounts of the settings every tool', () => {
  const [email = ''] = settings.emails
  expect(effectiveAccount(settings, undefined, { email })?.tools).toEqual(TOOLS)
})

it('gives a domain of nothing to no one', () => {
  const open = { ...settings, domain: '' }
  expect(effectiveAccount(open, undefined, { email: 'eve@x.example', domain: '' })).toBeUndefined()
  expect(effectiveAccount(open, undefined, { email: 'eve@x.example' })).toBeUndefined()
})

it('lists every known account once, by address', () => {
  const rows = ['zoe', 'sam', 'ada', 'aaa'].map((name) => rowOf(`${name}@ours.example`))
  expect(listEffectiveAccounts(settings, rows).map(({ email, source }) => [email, source])).toEqual(
    [
      ['aaa@ours.example', 'accounts'],
      ['ada@ours.example', 'configuration'],
      ['sam@ours.example', 'accounts'],
      ['zoe@ours.example', 'accounts'],
    ],
  )
})
