import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { describe, expect, it } from 'vitest'
import { countsOf, meetsConditions, progressOf, refusalFor } from './progress.ts'
import type { Approver, PayeeEditor, TaskFacts } from './types.ts'

const [ADA, BO, CY, DEE] = ['ada@x.example', 'bo@x.example', 'cy@x.example', 'dee@x.example']
const approver = (email: string, admin = false): Approver => ({
  ...{ email, name: '', admin },
  notices: 'each',
})
const ALL = [approver(ADA, true), approver(BO), approver(CY), approver(DEE)]

const TASK: TaskFacts = {
  email: 'vera@vendor.example',
  vendor: 'Blue Heron Printing',
  amountCents: 500_000,
  duplicates: [],
  approvals: [],
  isNewSubmitter: false,
  documentCheck: null,
  editors: [],
  escalatedAt: null,
}
const ANY_INVOICE = { vendors: [], isNewSubmitter: false, isDuplicate: false }

const by = (...emails: string[]) => emails.map((email) => ({ email, at: '2026-11-02T10:00:00Z' }))

const editors = (...given: (string | Partial<PayeeEditor>)[]): PayeeEditor[] => {
  const more = given.find((each) => typeof each !== 'string')
  const emails = given.filter((each) => typeof each === 'string')
  return emails.map((email) => ({ email, at: '2026-11-01T10:00:00Z', checkedBy: [], ...more }))
}

const ruleWith = (...steps: ApprovalRule['steps']): ApprovalRule => ({
  id: '5f4dcc3b-0000-4000-8000-000000000001',
  name: 'Large',
  conditions: ANY_INVOICE,
  steps,
})

const judge = (
  rules: ApprovalRule[],
  task: Partial<TaskFacts> = {},
  { approvers = ALL, separatesDuties = true } = {},
) => {
  const policy = { rules, separatesDuties, escalateAfterDays: 3 }
  const facts = { ...TASK, ...task }
  const progress = progressOf(policy, facts, approvers)
  return {
    ...progress,
    counts: countsOf(progress),
    /** Those who can approve now. */
    able: ALL.map(({ email }) => email).filter(
      (email) => refusalFor(policy, facts, progress, email) === undefined,
    ),
    refusalOf: (email: string) => refusalFor(policy, facts, progress, email),
  }
}

describe('conditions', () => {
  it.each<[string, Partial<ApprovalRule['conditions']>, Partial<TaskFacts>, boolean]>([
    ['no condition', {}, {}, true],
    ['the exact amount', { amountFromCents: 500_000 }, {}, true],
    ['a cent less', { amountFromCents: 500_001 }, {}, false],
    ['the vendor in another case', { vendors: ['Acme', 'BLUE heron printing'] }, {}, true],
    ['another vendor', { vendors: ['Acme'] }, {}, false],
    ['a new submitter', { isNewSubmitter: true }, { isNewSubmitter: true }, true],
    ['a known submitter', { isNewSubmitter: true }, {}, false],
    ['another amount', { differsFromDocument: true }, { documentCheck: 'differs' }, true],
    ['an unread document', { differsFromDocument: true }, { documentCheck: 'unread' }, true],
    ['the same amount', { differsFromDocument: true }, {}, false],
    [
      'a possible duplicate',
      { isDuplicate: true },
      { duplicates: [{ billId: '1', because: 'same_file' }] },
      true,
    ],
    ['no duplicate', { isDuplicate: true }, {}, false],
    ['one of two conditions', { amountFromCents: 1, isDuplicate: true }, {}, false],
  ])('with %s', (_name, conditions, task, expected) => {
    expect(meetsConditions({ ...ANY_INVOICE, ...conditions }, { ...TASK, ...task })).toBe(expected)
  })

  it('applies the first rule that fits', () => {
    const other = { ...ruleWith({ people: [BO], needed: 1 }), name: 'Other' }
    const unfit = { ...other, name: 'Unfit', conditions: { ...ANY_INVOICE, vendors: ['Acme'] } }
    expect(judge([unfit, ruleWith({ people: [ADA], needed: 1 }), other]).rule?.name).toBe('Large')
  })
})

describe('without a rule', () => {
  it('needs one approval by anyone', () => {
    expect(judge([])).toMatchObject({
      able: [ADA, BO, CY, DEE],
      counts: { given: 0, needed: 1 },
    })
    expect(judge([], { approvals: by(BO) }).waiting).toEqual([])
  })

  it('lets anyone finish a task that has enough approvals since a rule is gone', () => {
    expect(judge([], { approvals: by(BO) }).able).toEqual([ADA, BO, CY, DEE])
  })
})

describe('a rule', () => {
  it.each<[string, number, string[], string[], boolean]>([
    ['any one', 1, [], [BO, CY], false],
    ['any one', 1, [CY], [], true],
    ['all', 2, [BO], [CY], false],
    ['all', 2, [BO, CY], [], true],
  ])('that needs %s (%i) has approvals by %j', (_name, needed, given, able, isComplete) => {
    const judged = judge([ruleWith({ people: [BO, CY], needed })], { approvals: by(...given) })
    expect(judged.waiting.length === 0).toBe(isComplete)
    if (!isComplete) expect(judged.able).toEqual(able)
    expect(judged.counts).toEqual({ given: given.length, needed })
  })

  it('lets the people of the second step approve only after the first', () => {
    const rule = ruleWith({ people: [BO, CY], needed: 1 }, { people: [ADA], needed: 1 })
    expect(judge([rule])).toMatchObject({ able: [BO, CY], counts: { given: 0, needed: 2 } })
    expect(judge([rule]).refusalOf(ADA)).toBe('rule')
    const second = judge([rule], { approvals: by(BO) })
    expect(second).toMatchObject({ able: [ADA], counts: { given: 1, needed: 2 } })
    expect(second.refusalOf(BO)).toBe('given')
  })

  it('ignores approvals by people it does not name', () => {
    const judged = judge([ruleWith({ people: [BO], needed: 1 })], { approvals: by(CY) })
    expect(judged).toMatchObject({ given: [], able: [BO], counts: { given: 0, needed: 1 } })
  })
})

describe('people who cannot approve', () => {
  const both = ruleWith({ people: [BO, CY], needed: 2 })
  const withoutCy = { approvers: ALL.filter(({ email }) => email !== CY) }

  it('are replaced by an administrator, while the others must still approve', () => {
    const judged = judge([both], {}, withoutCy)
    expect(judged.able).toEqual([ADA, BO])
    expect(judged.waiting).toMatchObject([{ needed: 2, unavailable: [CY] }])
    const half = judge([both], { approvals: by(ADA) }, withoutCy)
    expect(half).toMatchObject({ able: [BO], counts: { given: 1, needed: 2 } })
    expect(judge([both], { approvals: by(ADA, BO) }, withoutCy).waiting).toEqual([])
  })

  it('are not replaced while enough others can', () => {
    const judged = judge([ruleWith({ people: [BO, CY], needed: 1 })], {}, withoutCy)
    expect(judged.able).toEqual([BO])
    expect(judged.waiting).toMatchObject([{ unavailable: [] }])
  })

  it('are each replaced by another administrator', () => {
    const rule = ruleWith({ people: [CY], needed: 1 }, { people: [DEE], needed: 1 })
    const approvers = [approver(ADA, true), approver(BO, true)]
    const judged = judge([rule], { approvals: by(ADA) }, { approvers })
    expect(judged).toMatchObject({ able: [BO], counts: { given: 1, needed: 2 } })
  })

  it('leave no one if there is no administrator', () => {
    const judged = judge([both], {}, { approvers: [approver(BO)] })
    expect(judged.waiting).toMatchObject([
      { people: [{ email: BO }], needed: 2, unavailable: [CY] },
    ])
  })
})

describe('approvals', () => {
  it('count only if their people can still approve', () => {
    const rule = ruleWith({ people: [ADA, BO], needed: 2 })
    const gone = { approvers: ALL.filter(({ email }) => email !== BO) }
    expect(judge([rule], { approvals: by(BO, ADA) }).waiting).toEqual([])
    expect(judge([rule], { approvals: by(BO, ADA) }, gone).counts).toEqual({ given: 1, needed: 2 })
    expect(judge([], { approvals: by(BO) }, gone).counts).toEqual({ given: 0, needed: 1 })
  })

  it('of one person with two addresses count once', () => {
    const [plain, dotted] = ['bob@gmail.com', 'b.ob@googlemail.com']
    const rule = ruleWith({ people: [plain, dotted], needed: 2 })
    const approvers = [approver(plain), approver(dotted), approver(CY)]
    const judged = judge([rule], { approvals: by(plain) }, { approvers })
    expect([judged.counts, judged.refusalOf(dotted)]).toEqual([{ given: 1, needed: 2 }, 'given'])
    expect(judge([rule], { approvals: by(plain, dotted) }, { approvers }).counts.given).toBe(1)
  })
})

describe('separation of duties', () => {
  it('keeps people from approving their own invoice', () => {
    const own = judge([], { email: 'BO@x.example' })
    expect([own.able, own.refusalOf(BO)]).toEqual([[ADA, CY, DEE], 'own'])
    expect(judge([], { email: 'bo+invoices@x.example' }).refusalOf(BO)).toBe('own')
    expect(judge([], { email: BO }, { separatesDuties: false }).able).toContain(BO)
    const approvers = [approver('b.ob@gmail.com'), approver(CY)]
    const gmail = judge([], { email: 'bob@googlemail.com' }, { approvers })
    expect(gmail.refusalOf('b.ob@gmail.com')).toBe('own')
  })

  it('has an administrator approve in place of someone whose invoice it is', () => {
    expect(judge([ruleWith({ people: [BO], needed: 1 })], { email: BO }).able).toEqual([ADA])
  })

  it('needs a second person after someone who changed who is paid', () => {
    expect(judge([], { editors: editors(BO) }).able).toContain(BO)
    const judged = judge([], { editors: editors(BO), approvals: by(BO) })
    expect(judged).toMatchObject({ able: [ADA, CY, DEE], counts: { given: 1, needed: 2 } })
    expect(judged.refusalOf(BO)).toBe('given')
    expect(judge([], { editors: editors(BO), approvals: by(BO, CY) }).waiting).toEqual([])
    expect(judge([], { editors: editors(BO), approvals: by(CY) }).waiting).toEqual([])
  })

  it('lets two people who changed it check each other', () => {
    const both = { editors: editors(BO, CY) }
    expect(judge([], { ...both, approvals: by(BO) }).able).toEqual([ADA, CY, DEE])
    expect(judge([], { ...both, approvals: by(BO, CY) }).waiting).toEqual([])
  })

  it('asks again for an approval from before the change', () => {
    const [late] = editors(BO, { at: '2026-11-02T10:00:00Z' })
    const judged = judge([], { editors: late ? [late] : [], approvals: by(CY) })
    expect(judged).toMatchObject({ able: [ADA, CY, DEE], counts: { given: 1, needed: 2 } })
    expect(judged.refusalOf(BO)).toBe('mapping')
  })

  it('ends when someone else approved a later invoice', () => {
    const approvals = by(BO)
    const isOpen = (...checkedBy: string[]) =>
      judge([], { editors: editors(BO, { checkedBy }), approvals }).waiting.length > 0
    expect([isOpen(), isOpen('b.o@x.example'), isOpen('bo+2@x.example')]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('needs someone else even if the rule is fulfilled', () => {
    const rule = ruleWith({ people: [BO], needed: 1 })
    const judged = judge([rule], { editors: editors(BO), approvals: by(BO) })
    expect(judged.waiting).toMatchObject([
      { because: 'mapping', people: [ADA, CY, DEE].map((email) => ({ email })) },
    ])
    expect(judge([rule], { editors: editors(BO), approvals: by(BO, CY) }).waiting).toEqual([])
  })

  it('is satisfied with the only person who can approve, and says so', () => {
    const task = { editors: editors(BO), approvals: by(BO) }
    expect(judge([], task, { approvers: [approver(BO)] })).toMatchObject({
      waiting: [],
      isAlone: true,
    })
    // The same person twice.
    const twice = [approver('bo.b@gmail.com'), approver('bob@googlemail.com')]
    const own = { editors: editors('bob@gmail.com'), approvals: by('bo.b@gmail.com') }
    expect(judge([], own, { approvers: twice }).isAlone).toBe(true)
  })

  it('can be switched off', () => {
    const off = { separatesDuties: false }
    expect(judge([], { editors: editors(BO), approvals: by(BO) }, off).waiting).toEqual([])
  })
})
