// Tests what happens to an email that loses its vendor, and deleting mappings.
import { sendVerification, verifyToken } from '@invoice-desk/contract/contractor/contractor'
import { deleteVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { STAFF } from '@invoice-desk/testing/people'
import { describe, expect, it, vi } from 'vitest'
import { KESTREL, useVendorDesk } from '../support/vendors.ts'

const opened = useVendorDesk()
const { add, change, eventsOf, list } = opened

const remove = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  opened.company.desk.call(deleteVendorMapping, { token: opened.company.token, body, headers })
const mailsTo = async (address: string): Promise<{ subject: string; text: string }[]> => {
  const answer = await fetch(
    `${opened.company.desk.sandbox.url}/mail/messages?to=${encodeURIComponent(address)}`,
  )
  return (await answer.json()) as { subject: string; text: string }[]
}

const linkFor = async (email: string): Promise<string> => {
  await opened.company.desk.call(sendVerification, { body: { email } })
  return vi.waitFor(async () => {
    const texts = (await mailsTo(email)).map(({ text }) => text)
    const token = texts.map((text) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
    expect(token).toBeDefined()
    return token as string
  }, 15_000)
}
const isValid = async (link: string) =>
  (await opened.company.desk.call(verifyToken, { body: { token: link } })).body.valid

describe('an email that loses its vendor', () => {
  const lose = {
    changed: (id: string) => change({ id, ...KESTREL, email: 'new@kestrel.example' }),
    deleted: (id: string) => remove({ id }),
  }
  // Email from an earlier test may still arrive, so each test uses its own address.

  it.each(['changed', 'deleted'] as const)(
    'loses its links and gets an email (%s)',
    async (because) => {
      const email = `${because}@kestrel.example`
      const { body: mapping } = await add({ email })
      const link = await linkFor(email)
      expect(await isValid(link)).toBe(true)
      expect((await lose[because](mapping.id)).status).toBe(200)
      expect(await isValid(link)).toBe(false)
      await vi.waitFor(async () => {
        const mail = (await mailsTo(email)).find(({ subject }) =>
          subject.includes('no longer linked'),
        )
        expect(mail?.text).toContain('Kestrel Courier')
        expect(mail?.text).not.toContain('new@kestrel.example')
      }, 15_000)
    },
  )

  it('keeps its links when only the vendor or the account changes', async () => {
    const email = 'kept@kestrel.example'
    const { body: mapping } = await add({ email })
    const link = await linkFor(email)
    await change({ id: mapping.id, ...KESTREL, email, vendor: 'Pier 9 Storage', qbBillAccount: '' })
    expect(await isValid(link)).toBe(true)
  })
})

describe('deleting', () => {
  it('removes the mapping and records it', async () => {
    const { body: mapping } = await add()
    const { status, body } = await remove({ id: mapping.id, version: 1 })
    expect([status, body]).toEqual([200, { message: 'Vendor deleted successfully' }])
    expect((await list()).body).toEqual([])
    expect((await eventsOf(mapping.id)).at(-1)).toMatchObject({
      actor: STAFF,
      action: 'vendor_mapping_deleted',
      details: KESTREL,
    })
  })

  it('returns errors as plain text, or as JSON to callers that accept it', async () => {
    const { body: mapping } = await add()
    await remove({ id: mapping.id })
    const text = await remove({ id: mapping.id })
    expect([text.status, text.headers.get('content-type'), text.body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Vendor mapping not found',
    ])
    expect(text.headers.get('x-error-code')).toBe('vendor_mapping_unknown')
    const json = await remove({ id: mapping.id }, { accept: 'application/json' })
    expect([json.status, json.body]).toEqual([
      404,
      { error: 'Vendor mapping not found', code: 'vendor_mapping_unknown', field: 'id' },
    ])
    expect((await remove({})).body).toBe('This is required.')
  })

  it('does not delete a mapping that someone else has changed', async () => {
    const { body: mapping } = await add()
    await change({ id: mapping.id, ...KESTREL, vendor: 'Pier 9 Storage' })
    const { status } = await remove({ id: mapping.id, version: 1 })
    expect(status).toBe(409)
    expect((await list()).body).toHaveLength(1)
  })
})
