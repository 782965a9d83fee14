import { createRandom } from '@invoice-desk/testing/random'
import { describe, expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'
import { compose, type Outgoing } from './compose.ts'
import { findBody, readHeaders } from './headers.ts'

const OUTGOING: Outgoing = {
  sender: 'scanner@harbor.example',
  recipients: ['ann@client.example'],
  messageId: '<m1@desk.example>',
  acceptedAt: new Date('2026-03-04T05:06:07Z'),
  address: 'office@gmail.com',
  keepsSender: false,
}
const bytes = (text: string) => Buffer.from(text, 'latin1')
const composed = (text: string, outgoing: Partial<Outgoing> = {}) =>
  compose(bytes(text), { ...OUTGOING, ...outgoing }).toString('latin1')
/** The lines of its headers, unfolded. */
const headersOf = (message: string) => {
  const all = readHeaders(bytes(message).subarray(0, findBody(bytes(message))))
  return all.map(({ raw, value }) => `${raw.slice(0, raw.indexOf(':'))}: ${value}`)
}
const sent = (headers: string, outgoing: Partial<Outgoing> = {}) =>
  headersOf(composed(`${headers}\r\n\r\nHello\r\n`, outgoing))
const addressesOf = (message: string, fields: readonly string[]) =>
  readHeaders(bytes(message).subarray(0, findBody(bytes(message)))).flatMap(({ name, value }) =>
    fields.includes(name) ? readAddresses(value).map(({ address }) => address) : [],
  )

describe('the sender', () => {
  it('becomes the Gmail address with the original name, and replies reach the original', () => {
    const lines = sent('From: Scanner 2 <Scanner@Harbor.example>\r\nTo: ann@client.example')
    expect(lines).toContain('From: Scanner 2 <office@gmail.com>')
    expect(lines).toContain('Reply-To: Scanner 2 <scanner@harbor.example>')
  })

  it('is the envelope’s if the message has none that can be read', () => {
    for (const from of ['From: <>', 'From: nonsense', 'Subject: x']) {
      const lines = sent(from)
      expect(lines).toContain('From: office@gmail.com')
      expect(lines).toContain('Reply-To: scanner@harbor.example')
    }
  })

  it.each([
    ['is the Gmail address', 'From: Us <OFFICE@gmail.com>', {}, 'From: Us <office@gmail.com>'],
    [
      'may stay',
      'From: Us <scanner@harbor.example>',
      { keepsSender: true },
      'From: Us <scanner@harbor.example>',
    ],
  ])('stays if it %s', (_, header, outgoing, expected) => {
    const lines = sent(header, outgoing)
    expect(lines).toContain(expected)
    expect(lines.join()).not.toContain('Reply-To')
  })

  it('replaces an empty Reply-To', () => {
    const lines = sent('From: scanner@harbor.example\r\nReply-To: \r\nReply-To: x@y.example')
    expect(lines.filter((line) => line.startsWith('Reply-To'))).toEqual(['Reply-To: x@y.example'])
    expect(
      sent('From: scanner@harbor.example\r\nReply-To:').filter((line) => /^Reply-To/.test(line)),
    ).toEqual(['Reply-To: scanner@harbor.example'])
  })

  it('does not replace a Reply-To', () => {
    const lines = sent('From: scanner@harbor.example\r\nReply-To: help@harbor.example')
    expect(lines.filter((line) => line.startsWith('Reply-To'))).toEqual([
      'Reply-To: help@harbor.example',
    ])
  })

  it.each([
    ['"Doe, Jane" <scanner@harbor.example>', '"Doe, Jane" <office@gmail.com>'],
    ['"a\\"b <x@y.example>" <scanner@harbor.example>', '"a\\"b <x@y.example>" <office@gmail.com>'],
    [
      '=?utf-8?Q?J=C3=BCrgen?= <scanner@harbor.example>',
      '=?utf-8?Q?J=C3=BCrgen?= <office@gmail.com>',
    ],
    ['J\xc3\xbcrgen <scanner@harbor.example>', '=?UTF-8?B?SsO8cmdlbg==?= <office@gmail.com>'],
    ['J\xfcrgen <scanner@harbor.example>', '=?UTF-8?B?SsO8cmdlbg==?= <office@gmail.com>'],
  ])('keeps the name of %s', (from, expected) => {
    expect(sent(`From: ${from}`)).toContain(`From: ${expected}`)
  })
})

describe('the recipients', () => {
  it('are in To and Cc as written, or else in Bcc; others are only noted', () => {
    const recipients = ['Ann@client.example', 'bob@client.example', 'eve@client.example']
    const lines = sent(
      'To: "Ann A." <ann@CLIENT.example>, Old <old@client.example>\r\nCc: Bob <bob@client.example>, ann@client.example\r\nCC: x@y.example\r\nBcc: spy@evil.example',
      { recipients },
    )
    expect(lines).toEqual(
      expect.arrayContaining([
        'To: Ann A. <Ann@client.example>',
        'X-Original-To: Old <old@client.example>',
        'Cc: Bob <bob@client.example>',
        'X-Original-Cc: x@y.example',
        'Bcc: eve@client.example',
      ]),
    )
    expect(lines.join()).not.toContain('spy')
  })

  it('are read from groups', () => {
    const lines = sent('To: Team: ann@client.example, bob@client.example;, undisclosed:;')
    expect(lines).toContain('To: ann@client.example')
    expect(lines).toContain('X-Original-To: bob@client.example')
  })

  it('fit into folded lines', () => {
    const recipients = Array.from({ length: 100 }, (_, n) => `${'a'.repeat(60)}${n}@client.example`)
    const message = composed('Subject: x\r\n\r\n', { recipients })
    expect(addressesOf(message, ['bcc'])).toEqual(recipients)
    expect(Math.max(...message.split('\r\n').map(({ length }) => length))).toBeLessThan(100)
  })
})

describe('other headers', () => {
  it('are dropped if they name senders, recipients or Gmail’s own facts', () => {
    const dropped =
      'Bcc : a@b.example\r\nReturn-Path: <a@b.example>\r\nSender: a@b.example\r\nDKIM-Signature: v=1;\r\n b=x\r\nResent-To: a@b.example\r\nX-Google-Id: 1\r\nApparently-To: a@b.example\r\nX-Original-Message-ID: <a@b.example>\r\nX-Original-To: a@b.example\r\nX-Original-Cc: a@b.example'
    expect(sent(`From: office@gmail.com\r\n${dropped}\r\nSubject: Hi`)).toEqual([
      'From: office@gmail.com',
      'Bcc: ann@client.example',
      'Message-ID: <m1@desk.example>',
      'X-Original-Message-ID: <m1@desk.example>',
      'Date: Wed, 04 Mar 2026 05:06:07 +0000',
      'Subject: Hi',
    ])
  })

  it('keep a date, and only the first of those that may exist once', () => {
    const lines = sent(
      'Date: Tue, 3 Mar 2026 01:02:03 -0500\r\nDATE: x\r\nSubject: A\r\nSubject: B',
    )
    expect(lines.filter((line) => /^(date|subject)/i.test(line))).toEqual([
      'Date: Tue, 3 Mar 2026 01:02:03 -0500',
      'Subject: A',
    ])
    expect(sent('Date:')).toContain('Date: Wed, 04 Mar 2026 05:06:07 +0000')
  })

  it('have no empty lines and none longer than allowed', () => {
    const words = 'word '.repeat(1_000)
    const message = composed(
      `Subject: ${words}\r\n \r\n\t\r\nX-Long: ${'x'.repeat(5_000)}\r\n${'n'.repeat(2_000)}: y\r\nX${' '.repeat(1_200)}: y\r\n\r\nHello`,
    )
    const [head = '', body] = message.split('\r\n\r\n')
    expect(body).toBe('Hello')
    for (const line of head.split('\r\n')) {
      expect(line.length).toBeLessThanOrEqual(998)
      expect(line.trim()).not.toBe('')
      expect(line).toMatch(/^(?:[!-9;-~]+:| \S)/)
    }
    expect(head.replaceAll('\r\n', '')).toContain(words.trim())
  })
})

describe('the message', () => {
  it('ends every line with CRLF and keeps all else of its body', () => {
    const body = 'a\nb\rc\r\nd\r\r\ne\n\n.\r\n\x00\xff'
    const message = composed(`To: ann@client.example\nSubject: x\n\n${body}`)
    expect(message.slice(message.indexOf('\r\n\r\n') + 4)).toBe(
      'a\r\nb\r\nc\r\nd\r\n\r\ne\r\n\r\n.\r\n\x00\xff',
    )
    expect(message).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
  })

  it('may have no headers, no body, or nothing at all', () => {
    for (const text of ['', '\r\n', 'Subject: x', 'Subject: x\r\n', '\n\n'])
      expect(composed(text)).toMatch(/^From: office@gmail\.com\r\n[\s\S]*\r\n\r\n/)
  })

  it.each([
    ['CRLF', `${'x'.repeat(62)}\r\n`, 0],
    ['LF', `${'x'.repeat(63)}\n`, 1],
  ])('of 25 MB with %s and hostile headers keeps its whole body', (_, line, added) => {
    const headers = `To: ${'"('.repeat(60_000)}\nCc: ${'a:'.repeat(30_000)}\n\n`
    const body = Buffer.alloc(25 * 1024 * 1024, line)
    const message = compose(Buffer.concat([bytes(headers), body]), OUTGOING)
    const bodyAt = findBody(message.subarray(0, 1_000)) ?? 0
    expect(message.length - bodyAt).toBe(body.length + added * (body.length / line.length))
  })
})

describe('any message', () => {
  const PIECES = [
    ...['From: ', 'To: ', 'Cc:', 'Bcc:', 'Subject: ', 'Resent-Bcc: ', 'X-A: ', 'Reply-To:'],
    ...['\r\n', '\n', '\r', '\r\n ', '\n\t', '\r\n\r\n', '\0', ' ', ',', ';', ':', '"', '\\'],
    ...[
      '<',
      '>',
      '(',
      ')',
      '@',
      '=?utf-8?B?DQpCY2M6IGV2aWxAeC5leGFtcGxl?=',
      '\xa0',
      '\x85',
      '\xff',
    ],
    ...[
      'ann@client.example',
      'BOB@client.example',
      'evil@x.example',
      '"ann@client.example"@x.example',
    ],
    ...[
      'Ann <ann@client.example>',
      'Group: bob@client.example;',
      'ann@client.example <evil@x.example>',
    ],
  ] as const as unknown as readonly [string, ...string[]]

  it('reaches exactly the recipients of its envelope, and has only CRLF', () => {
    const random = createRandom(26)
    for (let round = 0; round < 1_500; round += 1) {
      const text = Array.from({ length: random.between(1, 30) }, () => random.pick(PIECES)).join('')
      const recipients = random.pick([
        ['ann@client.example'],
        ['ann@client.example', 'bob@client.example'],
        ['carl@client.example'],
      ])
      const message = composed(text, { recipients })
      const reached = addressesOf(message, ['to', 'cc', 'bcc'])
      expect(reached.sort(), JSON.stringify(text)).toEqual(recipients)
      expect(message, JSON.stringify(text)).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
      expect(addressesOf(message, ['from'])).toEqual(['office@gmail.com'])
      const bodyAt = findBody(bytes(text)) ?? text.length
      const body = text.slice(bodyAt).replace(/\r\n|\r|\n/g, '\r\n')
      expect(message.slice(message.indexOf('\r\n\r\n') + 4)).toBe(body)
    }
  })
})
