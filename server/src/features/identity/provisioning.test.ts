// Who has an account, from the settings, the accounts page and the provider's word on the domain.
import { TOOLS, type Tool } from '@invoice-desk/contract/tools'
import { expect, it } from 'vitest'
import { type AccountRow, effectiveAccount, listEffectiveAccounts } from './provisioning.ts'

const settings = {
  admins: ['ada@ours.example'],
  emails: ['sam@ours.example'],
  domain: 'ours.example',
  domainTools: ['approve_invoice' as const],
}
const rowOf = (email: string, fields: Partial<AccountRow> = {}): AccountRow => ({
  email,
  name: 'N',
  admin: false,
  tools: ['pay_invoice'],
  disabled: false,
  domain: null,
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
    [false, 'domain', false],
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

const OURS = 'ours.example'
const remembered = { domain: OURS, version: 0, tools: [] }
const changed = { domain: OURS, tools: ['pay_invoice', 'connections'] as Tool[] }

it.each([
  ['who never signed in before', undefined, OURS, OURS, ['domain', ['approve_invoice']]],
  ['who is remembered', remembered, OURS, OURS, ['domain', ['approve_invoice']]],
  ['whom an administrator changed', changed, OURS, OURS, ['domain', changed.tools]],
  ['whose token names no domain', changed, undefined, OURS, undefined],
  ['whose domain is no longer the setting', changed, OURS, 'new.example', undefined],
  ['who is remembered, without a domain in the settings', remembered, OURS, '', undefined],
  ['whom an administrator added by name', {}, OURS, '', ['accounts', ['pay_invoice']]],
] as const)(
  'decides the tools of a person of the domain %s',
  (_who, row, word, domain, expected) => {
    const email = 'eve@ours.example'
    const account = effectiveAccount({ ...settings, domain }, row && rowOf(email, row), {
      email,
      domain: word,
    })
    expect(account && [account.source, account.tools]).toEqual(expected)
  },
)

it.each([
  ['remembered', remembered, 'configuration', TOOLS],
  ['changed by an administrator', changed, 'accounts', changed.tools],
] as const)('keeps a person of the domain who is listed too and %s', (_who, row, source, tools) => {
  const email = 'sam@ours.example'
  const elsewhere = { ...settings, domain: 'new.example' }
  expect(effectiveAccount(elsewhere, rowOf(email, row), { email })).toMatchObject({ source, tools })
})

it.each([
  ['begins anew', {}, false],
  ['stays disabled', { disabled: true }, true],
])('gives nothing for what another domain’s row grants: %s', (_what, fields, disabled) => {
  const email = 'eve@ours.example'
  const row = rowOf(email, { ...changed, admin: true, ...fields })
  const moved = { ...settings, domain: 'new.example' }
  expect(effectiveAccount(moved, row, { email, domain: 'new.example' })).toMatchObject({
    admin: false,
    tools: ['approve_invoice'],
    disabled,
    source: 'domain',
  })
})

it('lists people of the domain while it is the setting', () => {
  const rows = [rowOf('eve@ours.example', remembered), rowOf('fay@ours.example', changed)]
  const listOf = (domain: string) =>
    listEffectiveAccounts({ ...settings, domain }, rows).map(({ email }) => email)
  const named = ['ada@ours.example', 'sam@ours.example']
  expect(listOf(OURS)).toEqual([named[0], 'eve@ours.example', 'fay@ours.example', named[1]])
  expect(listOf('new.example')).toEqual(named)
  expect(listOf('')).toEqual(named)
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
