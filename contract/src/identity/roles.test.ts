// Tests which role an account has and what its rights are in words.
import { describe, expect, it } from 'vitest'
import {
  ADMIN_EXPLANATION,
  describeRights,
  ROLE_NAMES,
  ROLES,
  roleOf,
  TOOL_EXPLANATIONS,
} from './roles.ts'
import { TOOLS } from './tools.ts'

describe('the role of an account', () => {
  it.each(ROLE_NAMES)('%s is the role with its tools, in any order', (name) => {
    const { admin, tools } = ROLES[name]
    expect(roleOf({ admin, tools: tools.toReversed() })).toBe(name)
  })

  it.each([
    ['a tool is missing', { admin: false, tools: ['create_vendor', 'pay_invoice'] }],
    ['there is another tool', { admin: false, tools: ['approve_invoice', 'pay_invoice'] }],
    ['only the admin rights differ', { admin: true, tools: ['approve_invoice'] }],
    ['an administrator lacks a tool', { admin: true, tools: TOOLS.slice(1) }],
    ['it has every tool but no admin rights', { admin: false, tools: TOOLS }],
    ['it has nothing', { admin: false, tools: [] }],
  ] as const)('is none if %s', (_why, rights) => {
    expect(roleOf(rights)).toBeUndefined()
  })
})

describe('tools', () => {
  it('are described in the order of use, without those that give no access', () => {
    const tools = ['mail_relay', 'pay_invoice', 'submit_invoice', 'approve_invoice'] as const
    expect(describeRights({ admin: true, tools })).toEqual([
      TOOL_EXPLANATIONS.approve_invoice.text,
      TOOL_EXPLANATIONS.pay_invoice.text,
      TOOL_EXPLANATIONS.mail_relay.text,
      ADMIN_EXPLANATION,
    ])
    expect(describeRights({ admin: false, tools: ['submit_invoice'] })).toEqual([])
  })
})
