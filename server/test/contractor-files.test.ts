// Files that come with an invoice: what is accepted, what is left when it is not, and where it is kept.
import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { listVendorBills, submitInvoice } from '@invoice-desk/contract/contractor'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/limits'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../src/config.ts'
import { sweepJob } from '../src/features/contractor/job-kinds.ts'
import {
  addContractor,
  beginSubmit,
  type Contractor,
  passHumanCheck,
  samplePdf,
  submit,
} from './support/contractor.ts'
import { startS3 } from './support/s3-server.ts'
import { storedFiles } from './support/stored-files.ts'
import { startTestDesk, type TestDesk } from './support/test-desk.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const countBills = async (of = desk) => {
  const { rows } = await of.desk.dependencies.database.db.execute(
    sql`SELECT count(*)::int AS n FROM bill`,
  )
  return rows[0]?.n
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffc0000b080001000101011100', 'hex'),
  Buffer.from('ffda0008010100003f00d2cf20ffd9', 'hex'),
])
const withPixels = (width: number, height: number) => {
  const png = Buffer.from(PNG)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
const zipEnd = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')

describe('an accepted file', () => {
  it.each([
    ['invoice.pdf', samplePdf(), 'application/pdf'],
    ['scan.PNG', PNG, 'image/png'],
    ['photo.jpeg', JPEG, 'image/jpeg'],
    ['photo.jpg', Buffer.concat([JPEG, Buffer.from('SEFT of a phone')]), 'image/jpeg'],
    ['really-a-jpeg.png', JPEG, 'image/jpeg'],
    ['../../etc/passwd.pdf', samplePdf(), 'application/pdf'],
    ['unfinished.pdf', samplePdf().subarray(0, -8), 'application/pdf'],
    ['padded.pdf', Buffer.concat([samplePdf(), Buffer.alloc(512)]), 'application/pdf'],
  ])('%s is served as what it is', async (name, content, type) => {
    const contractor = await addContractor(desk)
    const { status, body } = await submit(desk, contractor, { file: { name, content } })
    expect(status).toBe(200)
    const served = await fetch(body.bill.custom_fields[0].value)
    expect(served.headers.get('content-type')).toBe(type)
    expect(served.headers.get('content-disposition')).not.toContain('..')
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
  })

  it('may have exactly 10 MB', async () => {
    const content = samplePdf('full', FILE_BYTES_MAX)
    const rest = FILE_BYTES_MAX - content.length
    const exact = Buffer.concat([content, Buffer.alloc(rest, ' ')])
    const { status } = await submit(desk, await addContractor(desk), {
      file: { name: 'full.pdf', content: exact },
    })
    expect(status).toBe(200)
  })

  it('is left out by a plain form that has none', async () => {
    const contractor = await addContractor(desk)
    const { status, body } = await submit(desk, contractor, { file: { name: '', content: '' } })
    expect([status, body.bill?.custom_fields]).toEqual([200, []])
  })
})

const TYPE = [400, 'file_type_refused'] as const
const HOSTILE: readonly (readonly [string, string, Buffer | string, readonly [number, string]])[] =
  [
    ['an empty file', 'a.pdf', '', [400, 'file_empty']],
    ['a program under another name', 'a.pdf', Buffer.from('4d5a90000300000004000000', 'hex'), TYPE],
    ['a script', 'a.jpg', '#!/bin/sh\nrm -rf /\n', TYPE],
    ['an SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', TYPE],
    ['an SVG under another name', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', TYPE],
    ['HTML under the name of a PDF', 'a.pdf', '<!doctype html><script>alert(1)</script>', TYPE],
    ['HTML behind the words of a PDF', 'a.pdf', '%PDF-1.7\n<html><body>hi</body></html>', TYPE],
    ['HTML inside a whole PDF', 'a.pdf', samplePdf('<script src="//evil.example"></script>'), TYPE],
    ['a PDF that begins late', 'a.pdf', Buffer.concat([Buffer.from('GIF89a'), samplePdf()]), TYPE],
    ['an archive behind a PDF', 'a.pdf', Buffer.concat([samplePdf(), zipEnd]), TYPE],
    ['an archive behind a picture', 'a.jpg', Buffer.concat([JPEG, zipEnd]), TYPE],
    ['a picture with something behind it', 'a.png', Buffer.concat([PNG, Buffer.from('x')]), TYPE],
    [
      'a page in the comment of a JPEG',
      'a.jpg',
      jpegWithComment('<html ><script>1</script>'),
      TYPE,
    ],
    ['a picture of absurd size', 'a.png', withPixels(60_000, 60_000), TYPE],
    ['a picture of no size', 'a.png', withPixels(0, 10), TYPE],
    ['the first bytes of a JPEG', 'a.jpg', Buffer.from('ffd8ffe0', 'hex'), TYPE],
    [
      'noise behind the first bytes of a JPEG',
      'a.jpg',
      Buffer.from('ffd8ff00112233445566778899', 'hex'),
      TYPE,
    ],
    ['a PDF under the name of a page', 'a.html', samplePdf(), TYPE],
    ['a PDF under a second ending', 'a.pdf.exe', samplePdf(), TYPE],
    ['a GIF', 'a.png', Buffer.from('474946383961010001000000002c00', 'hex'), TYPE],
    [
      'one byte more than 10 MB',
      'a.pdf',
      samplePdf('big', FILE_BYTES_MAX + 400),
      [413, 'file_too_large'],
    ],
  ]

function jpegWithComment(text: string): Buffer {
  const comment = Buffer.alloc(4 + text.length)
  comment.writeUInt16BE(0xfffe, 0)
  comment.writeUInt16BE(2 + text.length, 2)
  comment.write(text, 4, 'latin1')
  return Buffer.concat([JPEG.subarray(0, 20), comment, JPEG.subarray(20)])
}

describe('a refused file', () => {
  it.each(HOSTILE)('%s leaves nothing', async (_what, name, content, [status, code]) => {
    const contractor = await addContractor(desk)
    const before = [await countBills(), await storedFiles(desk)]
    const answer = await submit(desk, contractor, { file: { name, content } })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, 'file'])
    expect([await countBills(), await storedFiles(desk)]).toEqual(before)
  })

  it('of one byte over the limit is refused in the words of the product', async () => {
    const content = Buffer.concat([samplePdf(), Buffer.alloc(FILE_BYTES_MAX)]).subarray(
      0,
      FILE_BYTES_MAX + 1,
    )
    const answer = await submit(desk, await addContractor(desk), {
      file: { name: 'a.pdf', content },
    })
    expect([answer.status, answer.body.error]).toEqual([413, 'File size must be less than 10MB'])
  })
})

describe('a form that is not one', () => {
  const post = (contractor: Contractor, type: string, body: string) =>
    fetch(`${desk.url}${submitInvoice.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${contractor.token}`, 'content-type': type },
      body,
    })
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['nothing', 'multipart/form-data; boundary=b', '', 400],
    ['no end', 'multipart/form-data; boundary=b', part('amount', '5'), 400],
    [
      'a field twice',
      'multipart/form-data; boundary=b',
      `${part('a', '1')}${part('a', '2')}--b--`,
      400,
    ],
    [
      'a huge field',
      'multipart/form-data; boundary=b',
      `${part('a', 'x'.repeat(20_000))}--b--`,
      400,
    ],
    [
      'too many fields',
      'multipart/form-data; boundary=b',
      `${Array.from({ length: 60 }, (_, n) => part(`f${n}`, 'x')).join('')}--b--`,
      413,
    ],
    ['a prototype', 'multipart/form-data; boundary=b', `${part('__proto__', 'x')}--b--`, 400],
    [
      'a file in the wrong place',
      'multipart/form-data; boundary=b',
      `--b\r\ncontent-disposition: form-data; name="amount"; filename="a.pdf"\r\n\r\nx\r\n--b--`,
      400,
    ],
  ])('such as %s is refused', async (_what, type, body, status) => {
    const before = await storedFiles(desk)
    const answer = await post(await addContractor(desk), type, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({
      error: expect.any(String),
      code: expect.any(String),
      ...(status === 400 && body === '' ? { field: 'email' } : {}),
    })
    expect(await storedFiles(desk)).toEqual(before)
  })

  it('or is cut off on the way leaves no bill and no file', async () => {
    const before = [await countBills(), await storedFiles(desk)]
    const content = samplePdf('cut', 2_000_000)
    for (let n = 0; n < 5; n += 1) {
      const contractor = await addContractor(desk)
      const upload = await beginSubmit(desk, contractor, { file: { name: 'a.pdf', content } })
      try {
        await vi.waitFor(async () => {
          const names = await storedFiles(desk)
          expect(names.some((name) => name.endsWith('.part'))).toBe(true)
        }, 20_000)
      } finally {
        upload.cut()
      }
    }
    await vi.waitFor(async () => {
      expect([await countBills(), await storedFiles(desk)]).toEqual(before)
    }, 20_000)
  }, 60_000)
})

describe('twenty uploads of 10 MB at once', () => {
  it('are all stored while memory stays bounded', async () => {
    const contractors = await Promise.all(Array.from({ length: 20 }, () => addContractor(desk)))
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
    expect(pieces).toBeGreaterThan(20 * 150)
    expect(new Set(statuses)).toEqual(new Set([200]))
    // 200 MB went through a process that is sender and receiver alike.
    expect(peak).toBeLessThan(80 * 1024 * 1024)
  }, 180_000)

  /** What is held after everything that can be let go of is gone. */
  const memoryInUse = (): number => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }

  /** Sends ten megabytes without ever holding them. */
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

describe('the sweep', () => {
  const sweep = async () => {
    const { jobs, database } = desk.desk.dependencies
    await jobs.send(database.db, sweepJob, {})
    await vi.waitFor(async () => {
      const { rows } = await database.db.execute(
        sql`SELECT state FROM jobs.job WHERE name = ${sweepJob.name} ORDER BY created_on DESC LIMIT 1`,
      )
      expect(rows).toEqual([{ state: 'completed' }])
    }, 20_000)
  }

  it('removes what an upload left behind long ago, and no file of a bill', async () => {
    const contractor = await addContractor(desk)
    await submit(desk, contractor, { file: { name: 'a.pdf', content: samplePdf('kept') } })
    const before = await storedFiles(desk)
    const leave = async (folder: string, name: string, ageSeconds: number) => {
      const path = join(desk.dataDir, 'files', folder)
      await mkdir(path, { recursive: true })
      await writeFile(join(path, name), 'x')
      const moment = Date.now() / 1_000 - ageSeconds
      await utimes(join(path, name), moment, moment)
    }
    await leave('incoming', 'old.part', 7_200)
    await leave('incoming', 'young.part', 60)
    await leave('kept/0a', '0a111111-1111-4111-8111-111111111111', 7_200)
    await leave('kept/0a', '0a222222-2222-4222-8222-222222222222', 60)
    await leave('kept/zz', 'zz-not-ours', 7_200)
    await sweep()
    const added = (await storedFiles(desk)).filter((name) => !before.includes(name))
    expect(added).toEqual(['0a222222-2222-4222-8222-222222222222', 'young.part'])
    expect(await storedFiles(desk)).toEqual(expect.arrayContaining(before))
  })

  it('removes links that expired long ago', async () => {
    const { db } = desk.desk.dependencies.database
    await db.execute(sql`
      INSERT INTO verification (token_hash, email, expires_at)
      VALUES ('old', 'a@b.example', now() - interval '100 days'),
             ('recent', 'a@b.example', now() - interval '1 day')`)
    await sweep()
    const { rows } = await db.execute(
      sql`SELECT token_hash FROM verification WHERE email = 'a@b.example'`,
    )
    expect(rows).toEqual([{ token_hash: 'recent' }])
  })
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

  const objects = async () =>
    (await readdir(join(s3.directory, 'files')).catch(() => [])).filter((name) =>
      name.endsWith('_object'),
    )

  it('keeps, serves and removes files there, and nothing on disk', async () => {
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

  it('finds what no bill refers to', async () => {
    const { files } = remote.desk.dependencies
    const found: string[] = []
    for await (const ids of files.listBefore(new Date(Date.now() + 60_000))) found.push(...ids)
    expect(found).toHaveLength(1)
    for await (const ids of files.listBefore(new Date(0))) expect(ids).toEqual([])
    expect(await files.open('00000000-0000-4000-8000-000000000000')).toBeUndefined()
  })

  it('that cannot be reached fails the submission and leaves nothing', async () => {
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

  it('needs all of its settings or none', () => {
    const { FILES_S3_KEY, ...some } = s3.env
    expect(() => readConfig(some)).toThrow('FILES_S3_KEY: is not set')
  })
})
