// Tests the storage of uploaded files: many at once, and in S3.
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { submitInvoice } from '@invoice-desk/contract/contractor/submission'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { startS3 } from '@invoice-desk/testing/app/s3-server'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor, type Contractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { countBills } from '../support/count-bills.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

it('closes a folder of files that other users of the machine could read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-'))
  const files = join(dataDir, 'files')
  await mkdir(files, { mode: 0o755 })
  const other = await startTestDesk({ DATA_DIR: dataDir })
  expect((await stat(files)).mode & 0o777).toBe(0o700)
  await other.stop()
  await rm(dataDir, { recursive: true })
})

describe('ten uploads of 10 MB at once', () => {
  it('are all stored while memory stays bounded', async () => {
    const contractors = await Promise.all(Array.from({ length: 10 }, () => addContractor(desk)))
    const uploads = await Promise.all(
      contractors.map(async (contractor, n) => {
        const captchaToken = await passHumanCheck(desk)
        return { contractor, captchaToken, text: `upload ${n}` }
      }),
    )
    const before = memoryInUse()
    let [peak, pieces] = [0, 0]
    const onPiece = () => {
      pieces += 1
      if (pieces % 200 === 0) peak = Math.max(peak, memoryInUse() - before)
    }
    const statuses = await Promise.all(
      uploads.map(({ contractor, captchaToken, text }) =>
        streamSubmit(contractor, captchaToken, text, onPiece),
      ),
    )
    expect(pieces).toBeGreaterThan(10 * 150)
    expect(new Set(statuses)).toEqual(new Set([200]))
    // One process sent and received 100 MB.
    expect(peak).toBeLessThan(60 * 1024 * 1024)
  }, 180_000)

  /** Memory in use after garbage collection. */
  const memoryInUse = (): number => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }

  /** Streams 10 MB without keeping it in memory. */
  const streamSubmit = async (
    contractor: Contractor,
    captchaToken: string,
    text: string,
    onPiece: () => void,
  ) => {
    const fields = {
      email: contractor.email,
      amount: '10',
      invoiceNumber: text,
      dueDate: '2030-01-01',
      captchaToken,
      vendorName: contractor.vendor,
      token: contractor.token,
    }
    const pdf = samplePdf(text)
    const [start, end] = [pdf.subarray(0, -120), pdf.subarray(-120)]
    const piece = Buffer.from(`%${'x'.repeat(65_534)}\n`)
    const pieces = async function* () {
      for (const [name, value] of Object.entries(fields)) {
        yield `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      }
      yield `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
      yield start
      for (let sent = pdf.length; sent + piece.length <= FILE_BYTES_MAX; sent += piece.length) {
        onPiece()
        yield piece
      }
      yield end
      yield '\r\n--b--\r\n'
    }
    const call = request(`${desk.url}${submitInvoice.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${contractor.token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    })
    const answered = once(call, 'response')
    await pipeline(pieces, call)
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }
})

describe('storage in S3', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let remote: TestDesk
  beforeAll(async () => {
    s3 = await startS3()
    remote = await startTestDesk(s3.env)
  })
  afterAll(async () => {
    await remote.close()
    await s3.close()
  })

  const objects = () => readdir(join(s3.directory, 'files')).catch(() => [])

  it('stores, serves and removes files, and keeps nothing on disk', async () => {
    const contractor = await addContractor(remote)
    const content = samplePdf('in the cloud', 3_000_000)
    const first = await submit(remote, contractor, { file: { name: 'a.pdf', content } })
    expect(first.status).toBe(200)
    expect(await objects()).toHaveLength(1)
    expect(await storedFiles(remote)).toEqual([])
    const { body } = await remote.call(listVendorBills, {
      token: contractor.token,
      body: { vendorName: contractor.vendor },
    })
    const served = await fetch(body.bills[0].custom_fields[0].value)
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
    const again = await submit(remote, contractor, { file: { name: 'a.pdf', content } })
    expect([again.status, again.body.code]).toEqual([409, 'similar_bill'])
    expect(await objects()).toHaveLength(1)
  })

  it('lists its files', async () => {
    const { files } = remote.desk.dependencies
    const found: string[] = []
    for await (const ids of files.listBefore(new Date(Date.now() + 60_000))) found.push(...ids)
    expect(found).toHaveLength(1)
    for await (const ids of files.listBefore(new Date(0))) expect(ids).toEqual([])
    expect(await files.open('00000000-0000-4000-8000-000000000000')).toBeUndefined()
  })

  it("fails the submission when it can't be reached, and leaves nothing", async () => {
    const contractor = await addContractor(remote)
    await s3.close()
    const before = await countBills(remote)
    const { status, body } = await submit(remote, contractor, {
      file: { name: 'a.pdf', content: samplePdf('lost') },
    })
    expect([status, body.error]).toEqual([500, 'Failed to submit invoice'])
    expect(await countBills(remote)).toBe(before)
    expect(await storedFiles(remote)).toEqual([])
  })

  it('requires all of its settings or none', () => {
    const { FILES_S3_KEY, ...some } = s3.env
    expect(() => readConfig(some)).toThrow('FILES_S3_KEY: is not set')
  })
})
