// Tests who has an account, based on the settings, the accounts page and the domain that Google reports.
import { TOOLS, type Tool } from '@invoice-desk/contract/identity/tools'
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
    'a named administrator with a disabled row',
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
    'an address whose domain Google reports',
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

it('gives accounts from the settings every tool', () => {
  const [email = ''] = settings.emails
  expect(effectiveAccount(settings, undefined, { email })?.tools).toEqual(TOOLS)
})

const OURS = 'ours.example'
const remembered = { domain: OURS, version: 0, tools: [] }
const changed = { domain: OURS, tools: ['pay_invoice', 'connections'] as Tool[] }

it.each([
  ['who has never signed in', undefined, OURS, OURS, ['domain', ['approve_invoice']]],
  ['who signed in before', remembered, OURS, OURS, ['domain', ['approve_invoice']]],
  ['whom an administrator changed', changed, OURS, OURS, ['domain', changed.tools]],
  ['whose token names no domain', changed, undefined, OURS, undefined],
  ['whose domain is no longer in the settings', changed, OURS, 'new.example', undefined],
  ['who signed in before, without a domain in the settings', remembered, OURS, '', undefined],
  ['whom an administrator added by name', {}, OURS, '', ['accounts', ['pay_invoice']]],
] as const)(
  'decides the tools of someone in the domain %s',
  (_who, row, reported, domain, expected) => {
    const email = 'eve@ours.example'
    const account = effectiveAccount({ ...settings, domain }, row && rowOf(email, row), {
      email,
      domain: reported,
    })
    expect(account && [account.source, account.tools]).toEqual(expected)
  },
)

it.each([
  ['signed in before', remembered, 'configuration', TOOLS],
  ['was changed by an administrator', changed, 'accounts', changed.tools],
] as const)('keeps someone in the domain who is also listed and %s', (_who, row, source, tools) => {
  const email = 'sam@ours.example'
  const elsewhere = { ...settings, domain: 'new.example' }
  expect(effectiveAccount(elsewhere, rowOf(email, row), { email })).toMatchObject({ source, tools })
})

it.each([
  ['they start over', {}, false],
  ['they stay disabled', { disabled: true }, true],
])('ignores rights granted under another domain: %s', (_what, fields, disabled) => {
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

it('lists people in the domain while it is in the settings', () => {
  const rows = [rowOf('eve@ours.example', remembered), rowOf('fay@ours.example', changed)]
  const listOf = (domain: string) =>
    listEffectiveAccounts({ ...settings, domain }, rows).map(({ email }) => email)
  const named = ['ada@ours.example', 'sam@ours.example']
  expect(listOf(OURS)).toEqual([named[0], 'eve@ours.example', 'fay@ours.example', named[1]])
  expect(listOf('new.example')).toEqual(named)
  expect(listOf('')).toEqual(named)
})

it('gives no one an account through an empty domain', () => {
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
