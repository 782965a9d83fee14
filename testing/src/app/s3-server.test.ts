// Tests that the S3 emulator takes the app's calls, and refuses what the real service refuses.
import { hash, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createS3Store } from '@invoice-desk/server/providers/files/s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startS3 } from './s3-server.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let right: Parameters<typeof createS3Store>[0]
beforeAll(async () => {
  s3 = await startS3({ pageMax: 2 })
  right = {
    endpoint: s3.env.FILES_S3_ENDPOINT,
    bucket: s3.env.FILES_S3_BUCKET,
    key: s3.env.FILES_S3_KEY,
    secret: s3.env.FILES_S3_SECRET,
    region: 'us-east-1',
  }
})
afterAll(() => s3.close())

const keep = async (content: string, sha256 = hash('sha256', content), settings = right) => {
  const [id, path] = [randomUUID(), join(s3.directory, '..', randomUUID())]
  await writeFile(path, content)
  const file = { sha256, bytes: 0, head: Buffer.alloc(0), tail: Buffer.alloc(0) }
  await createS3Store(settings).keep(id, path, file)
  return id
}

it('stores, reads, lists in pages and removes', async () => {
  const store = createS3Store(right)
  const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((content) => keep(content)))
  await store.writeMarker('mine')
  expect(await store.readMarker()).toBe('mine')
  const pages: string[][] = []
  for await (const page of store.listBefore(new Date(Date.now() + 60_000))) pages.push(page)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat().sort()).toEqual(ids.toSorted())
  const [first = ''] = ids
  const stream = await store.open(first)
  expect(stream && (await text(stream))).toBe('a')
  for (const id of ids) await store.remove(id)
  await store.remove(first)
  expect(await store.open(first)).toBeUndefined()
  expect(readdirSync(join(s3.directory, 'files'))).toEqual([])
})

it.each<[string, Partial<typeof right>]>([
  ['InvalidAccessKeyId', { key: 'other' }],
  ['SignatureDoesNotMatch', { secret: 'other' }],
  ['<Region>us-east-1</Region>', { region: 'eu-west-1' }],
  ['does not exist', { bucket: 'other' }],
])('refuses a wrong setting with %s', async (code, wrong) => {
  await expect(keep('x', undefined, { ...right, ...wrong })).rejects.toThrow(code)
})

it('refuses content with another hash than the signed one, and keeps nothing of it', async () => {
  await expect(keep('x', hash('sha256', 'y'))).rejects.toThrow('XAmzContentSHA256Mismatch')
  expect(readdirSync(join(s3.directory, '..', 'incoming'))).toEqual([])
})

it('refuses calls without a signature, with an old one, and those it doesn’t know', async () => {
  const url = `${right.endpoint}/${right.bucket}/files/x`
  const codeOf = async (authorization: string, date: string) => {
    const headers = { authorization, 'x-amz-date': date, 'x-amz-content-sha256': 'x' }
    const answer = await fetch(url, { headers })
    return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]]
  }
  const signed = (date: string, names = 'host;x-amz-content-sha256;x-amz-date') =>
    `AWS4-HMAC-SHA256 Credential=${right.key}/${date.slice(0, 8)}/us-east-1/s3/aws4_request, SignedHeaders=${names}, Signature=${'0'.repeat(64)}`
  const now = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '')
  expect(await codeOf('', now)).toEqual([403, 'AccessDenied'])
  expect(await codeOf(signed(now, 'host'), now)).toEqual([403, 'AccessDenied'])
  expect(await codeOf(signed(now), now)).toEqual([403, 'SignatureDoesNotMatch'])
  const old = `20200101${now.slice(8)}`
  expect(await codeOf(signed(old), old)).toEqual([403, 'RequestTimeTooSkewed'])
})
