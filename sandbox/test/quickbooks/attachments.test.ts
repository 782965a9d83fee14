// Uploads: records, file contents, and faults inside a successful answer.
import { describe, expect, it } from 'vitest'
import { billBody, type Entity, openCompany } from './support.ts'

const { call, write, read, select, post } = await openCompany()

const PDF = Buffer.from('%PDF-1.7 sample')
const upload = async (
  metadata: Record<string, unknown> | string | undefined,
  content: Blob | undefined = new Blob([PDF], { type: 'application/pdf' }),
  { query = '', fileName = 'invoice.pdf' } = {},
) => {
  const body = new FormData()
  if (metadata !== undefined) {
    const text = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
    body.append('file_metadata_01', new Blob([text], { type: 'application/json' }), 'metadata.json')
  }
  if (content) body.append('file_content_01', content, fileName)
  const answer = await call(`/upload${query}`, { method: 'POST', body })
  const [entry] = (answer.body.AttachableResponse ?? []) as {
    Attachable?: Entity
    Fault?: { Error: [{ code: string }] }
  }[]
  return { ...answer, attachable: entry?.Attachable, code: entry?.Fault?.Error[0].code }
}
const toBill = (value: string) => ({ AttachableRef: [{ EntityRef: { type: 'Bill', value } }] })

describe('an upload', () => {
  it('is stored with its contents and linked to its bill', async () => {
    const bill = await write('/bill', billBody())
    const { status, attachable } = await upload({
      ...toBill(bill.Id),
      FileName: 'INV 1.pdf',
      Note: 'from the portal',
    })
    expect(status).toBe(200)
    expect(attachable).toMatchObject({
      FileName: 'INV 1.pdf',
      ContentType: 'application/pdf',
      Size: PDF.length,
      Note: 'from the portal',
      AttachableRef: [{ EntityRef: { type: 'Bill', value: bill.Id } }],
      SyncToken: '0',
    })
    const file = await fetch(String(attachable?.TempDownloadUri))
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await read(`/attachable/${attachable?.Id}`)).toEqual(attachable)
  })

  it('can be found by the record it belongs to', async () => {
    const bill = await write('/bill', billBody())
    const { attachable } = await upload(toBill(bill.Id))
    const where = (id: string) =>
      `WHERE AttachableRef.EntityRef.Type = 'Bill' AND AttachableRef.EntityRef.value = '${id}'`
    expect(await select('Attachable', where(bill.Id))).toEqual([attachable])
    expect(await select('Attachable', where('1'))).toEqual([])
  })

  it('happens once per requestid', async () => {
    const bill = await write('/bill', billBody())
    const first = await upload(toBill(bill.Id), undefined, { query: '?requestid=u-1' })
    const second = await upload(toBill(bill.Id), undefined, { query: '?requestid=u-1' })
    expect(second.attachable).toEqual(first.attachable)
    expect(await select('Attachable')).toHaveLength(1)
  })

  it("uses the file's name if the metadata has none, and can be deleted", async () => {
    const { attachable } = await upload(undefined, undefined, { fileName: 'scan.PNG' })
    expect(attachable).toMatchObject({ FileName: 'scan.PNG', ContentType: 'image/png' })
    const deleted = await post('/attachable?operation=delete', attachable)
    expect(deleted.status).toBe(200)
    expect(await select('Attachable')).toEqual([])
  })

  it.each([
    ['an unknown bill', toBill('99999'), '610'],
    [
      'an unsupported record',
      { AttachableRef: [{ EntityRef: { type: 'Planet', value: '1' } }] },
      '6050',
    ],
    ['an unknown property', { Color: 'red' }, '2010'],
    ['broken metadata', '{', '2010'],
    ['an unsupported file', { FileName: 'virus.exe' }, '6041'],
  ])('answers 200 with a fault inside for %s', async (_case, metadata, expected) => {
    const { status, code } = await upload(metadata)
    expect([status, code]).toEqual([200, expected])
    expect(await select('Attachable')).toEqual([])
  })

  it('refuses an empty file', async () => {
    expect((await upload({}, new Blob([]))).code).toBe('6041')
  })

  it("is refused without a file, or if it isn't a form", async () => {
    const body = new FormData()
    body.append('file_metadata_01', '{}')
    expect((await call('/upload', { method: 'POST', body })).status).toBe(400)
    expect((await post('/upload', {})).status).toBe(400)
  })

  it("is refused if it's too large", async () => {
    const answer = await upload({}, new Blob([Buffer.alloc(26 * 1024 * 1024)]))
    expect(answer.status).toBe(400)
  })
})
