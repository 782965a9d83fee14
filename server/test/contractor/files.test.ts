import { submitInvoice } from '@invoice-desk/contract/contractor/submission'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { storedFiles } from '@invoice-desk/testing/app/stored-files'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor, type Contractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { beginSubmit } from '../support/begin-submit.ts'
import { countBills } from '../support/count-bills.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

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
  ])('%s is served with its real type', async (name, content, type) => {
    const contractor = await addContractor(desk)
    const { status, body } = await submit(desk, contractor, { file: { name, content } })
    expect(status).toBe(200)
    const served = await fetch(body.bill.custom_fields[0].value)
    expect(served.headers.get('content-type')).toBe(type)
    expect(served.headers.get('content-disposition')).not.toContain('..')
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
  })

  it('may be exactly 10 MB', async () => {
    const content = samplePdf('full', FILE_BYTES_MAX)
    const rest = FILE_BYTES_MAX - content.length
    const exact = Buffer.concat([content, Buffer.alloc(rest, ' ')])
    const { status } = await submit(desk, await addContractor(desk), {
      file: { name: 'full.pdf', content: exact },
    })
    expect(status).toBe(200)
  })

  it('may be missing from a plain form', async () => {
    const contractor = await addContractor(desk)
    const { status, body } = await submit(desk, contractor, { file: { name: '', content: '' } })
    expect([status, body.bill?.custom_fields]).toEqual([200, []])
  })
})

const TYPE = [400, 'file_type_refused'] as const
const HOSTILE: readonly (readonly [string, string, Buffer | string, readonly [number, string]])[] =
  [
    ['an empty file', 'a.pdf', '', [400, 'file_empty']],
    ['a program named like a PDF', 'a.pdf', Buffer.from('4d5a90000300000004000000', 'hex'), TYPE],
    ['a script', 'a.jpg', '#!/bin/sh\nrm -rf /\n', TYPE],
    ['an SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', TYPE],
    ['an SVG named like a PNG', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', TYPE],
    ['HTML named like a PDF', 'a.pdf', '<!doctype html><script>alert(1)</script>', TYPE],
    ['HTML after a PDF header', 'a.pdf', '%PDF-1.7\n<html><body>hi</body></html>', TYPE],
    ['HTML inside a valid PDF', 'a.pdf', samplePdf('<script src="//evil.example"></script>'), TYPE],
    [
      'a PDF with leading bytes',
      'a.pdf',
      Buffer.concat([Buffer.from('GIF89a'), samplePdf()]),
      TYPE,
    ],
    ['an archive after a PDF', 'a.pdf', Buffer.concat([samplePdf(), zipEnd]), TYPE],
    ['an archive after an image', 'a.jpg', Buffer.concat([JPEG, zipEnd]), TYPE],
    ['an image with trailing bytes', 'a.png', Buffer.concat([PNG, Buffer.from('x')]), TYPE],
    ['HTML in the comment of a JPEG', 'a.jpg', jpegWithComment('<html ><script>1</script>'), TYPE],
    ['an image with too many pixels', 'a.png', withPixels(60_000, 60_000), TYPE],
    ['an image without pixels', 'a.png', withPixels(0, 10), TYPE],
    ['the first bytes of a JPEG', 'a.jpg', Buffer.from('ffd8ffe0', 'hex'), TYPE],
    [
      'noise after the first bytes of a JPEG',
      'a.jpg',
      Buffer.from('ffd8ff00112233445566778899', 'hex'),
      TYPE,
    ],
    ['a PDF named like an HTML page', 'a.html', samplePdf(), TYPE],
    ['a PDF with a second extension', 'a.pdf.exe', samplePdf(), TYPE],
    ['a GIF', 'a.png', Buffer.from('474946383961010001000000002c00', 'hex'), TYPE],
    ['more than 10 MB', 'a.pdf', samplePdf('big', FILE_BYTES_MAX + 400), [413, 'file_too_large']],
  ]

function jpegWithComment(text: string): Buffer {
  const comment = Buffer.alloc(4 + text.length)
  comment.writeUInt16BE(0xfffe, 0)
  comment.writeUInt16BE(2 + text.length, 2)
  comment.write(text, 4, 'latin1')
  return Buffer.concat([JPEG.subarray(0, 20), comment, JPEG.subarray(20)])
}

describe('an image', () => {
  const answerTo = async (name: string, content: Buffer) => {
    const { status, body } = await submit(desk, await addContractor(desk), {
      file: { name, content },
    })
    return [status, body.field, body.error]
  }
  /** With more metadata before its size than we keep of a file. */
  const jpegOf = (height: number, width: number) => {
    const jpeg = jpegWithComment('x'.repeat(60_000))
    const at = jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 5
    jpeg.writeUInt16BE(height, at)
    jpeg.writeUInt16BE(width, at + 2)
    return jpeg
  }

  it.each([
    ['a.png', withPixels(10_000, 6_001), withPixels(8_160, 6_144)],
    ['a.jpg', jpegOf(6_001, 10_000), jpegOf(6_144, 8_160)],
  ])(
    '%s with more than 60 million pixels is refused, one with 50 is not',
    async (name, large, photo) => {
      expect(await answerTo(name, large)).toEqual([
        400,
        'file',
        'This image has more than 60 million pixels. Save a smaller one and choose that.',
      ])
      expect((await answerTo(name, photo))[0]).toBe(200)
    },
  )
})

describe('a refused file', () => {
  it.each(HOSTILE)('%s leaves nothing behind', async (_what, name, content, [status, code]) => {
    const contractor = await addContractor(desk)
    const before = [await countBills(desk), await storedFiles(desk)]
    const answer = await submit(desk, contractor, { file: { name, content } })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, 'file'])
    expect([await countBills(desk), await storedFiles(desk)]).toEqual(before)
  })

  it('one byte over the limit is refused with the specified text', async () => {
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

describe('a malformed form', () => {
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
    ['an empty body', 'multipart/form-data; boundary=b', '', 400],
    ['no final boundary', 'multipart/form-data; boundary=b', part('amount', '5'), 400],
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
    [
      'a field named __proto__',
      'multipart/form-data; boundary=b',
      `${part('__proto__', 'x')}--b--`,
      400,
    ],
    [
      'a file in the wrong field',
      'multipart/form-data; boundary=b',
      `--b\r\ncontent-disposition: form-data; name="amount"; filename="a.pdf"\r\n\r\nx\r\n--b--`,
      400,
    ],
  ])('%s is refused', async (_what, type, body, status) => {
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

  it('that is cut off during the upload leaves no bill and no file', async () => {
    const before = [await countBills(desk), await storedFiles(desk)]
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
      expect([await countBills(desk), await storedFiles(desk)]).toEqual(before)
    }, 20_000)
  }, 60_000)
})
