// Tests which staff get an email about a message or a note.
import { expect, it } from 'vitest'
import { staffToNotify } from './recipients.ts'

const [ADA, BO, CY, DEE] = ['ada@x.example', 'bo@x.example', 'cy@x.example', 'dee@x.example']

const thread = {
  kind: 'contractor',
  author: 'vera@vendor.example',
  submitter: 'vera@vendor.example',
  writers: [],
  deciders: [],
  nextApprovers: [BO, CY],
  approvers: [ADA, BO, CY].map((email) => ({ email })),
} as const

it('tells the next approvers if no one has taken part', () => {
  expect(staffToNotify(thread)).toEqual([BO, CY])
})

it('tells those who took part and the next approvers, once each', () => {
  expect(staffToNotify({ ...thread, writers: [ADA], deciders: [ADA, CY] })).toEqual([ADA, CY, BO])
})

it('leaves out people who can no longer approve invoices', () => {
  expect(staffToNotify({ ...thread, writers: [DEE], deciders: [DEE] })).toEqual([BO, CY])
  expect(staffToNotify({ ...thread, nextApprovers: [DEE] })).toEqual([])
})

it('tells the same people about a note, but not its author', () => {
  const note = { ...thread, kind: 'note', author: CY, writers: [CY, ADA] } as const
  expect(staffToNotify(note)).toEqual([ADA, BO])
})

it("never tells the bill's contractor about a note", () => {
  const note = { ...thread, kind: 'note', author: ADA, writers: [BO] } as const
  for (const submitter of [BO, 'Bo+invoices@x.example'])
    expect(staffToNotify({ ...note, submitter })).toEqual([CY])
})

it('tells the delegate of someone who is away', () => {
  const approvers = [{ email: ADA, delegate: CY }, { email: BO }, { email: CY }]
  expect(staffToNotify({ ...thread, writers: [ADA], nextApprovers: [], approvers })).toEqual([CY])
})
