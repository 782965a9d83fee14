// Files with false types, and file names that try to escape their folder.
import { deflateSync } from 'node:zlib'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { samplePdf, samplePng } from '../contractor/sample-files.ts'

export type HostileFile = {
  readonly what: string
  readonly name: string
  readonly content: Buffer
  /** Whether the app stores it, under a name of its own. */
  readonly isAccepted: boolean
}

const text = (content: string): Buffer => Buffer.from(content, 'latin1')
const hex = (content: string): Buffer => Buffer.from(content, 'hex')
const join = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts)

const PNG = samplePng
const JPEG = hex(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffda0008010100003f00d2cf20ffd9',
)
const ZIP_END = hex('504b0506000000000000000000000000000000000000')

const pngChunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return join(length, text(type), data, Buffer.alloc(4))
}
const pngSized = (width: number, height: number): Buffer => {
  const png = Buffer.from(PNG)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
const jpegSized = (width: number, height: number): Buffer => {
  const jpeg = Buffer.from(JPEG)
  jpeg.writeUInt16BE(height, 25)
  jpeg.writeUInt16BE(width, 27)
  return jpeg
}

/** Expands to 100 MB. The app unpacks it only within limits. */
const bomb = deflateSync(Buffer.alloc(100_000_000))
const pdfBomb = (): Buffer =>
  join(
    samplePdf('bomb').subarray(0, -200),
    text(`\n9 0 obj<</Length ${bomb.length}/Filter/FlateDecode>>stream\n`),
    bomb,
    text('\nendstream endobj\n%%EOF\n'),
  )
const pngBomb = (): Buffer =>
  join(PNG.subarray(0, 33), pngChunk('zTXt', join(text('Comment\0\0'), bomb)), PNG.subarray(33))

/** File types that are never accepted, whatever their name. */
const FOREIGN: readonly (readonly [string, Buffer])[] = [
  ['HTML', text('<!doctype html><script>alert(1)</script>')],
  ['HTML after spaces', text('\n \t <html><body onload=alert(1)>')],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  [
    'XML',
    text('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
  ],
  ['JavaScript', text('alert(document.cookie)')],
  ['PHP', text('<?php system($_GET["c"]); ?>')],
  ['shell', text('#!/bin/sh\nrm -rf /\n')],
  ['batch', text('@echo off\r\ndel /q *.*\r\n')],
  ['Windows program', hex('4d5a90000300000004000000ffff0000')],
  ['Linux program', hex('7f454c4602010100000000000000000002003e00')],
  ['Mac program', hex('cffaedfe07000001')],
  ['Java class', hex('cafebabe0000003400')],
  ['WebAssembly', hex('0061736d01000000')],
  ['ZIP', join(hex('504b030414000000'), Buffer.alloc(30), ZIP_END)],
  ['GZIP', hex('1f8b0800000000000003')],
  ['RAR', hex('526172211a070100')],
  ['7z', hex('377abcaf271c0004')],
  ['GIF', hex('474946383961010001000000002c00')],
  ['WEBP', text('RIFF\x24\0\0\0WEBPVP8 ')],
  ['BMP', text('BM\x3a\0\0\0\0\0\0\0')],
  ['TIFF', hex('49492a0008000000')],
  ['old Office', hex('d0cf11e0a1b11ae1')],
  ['PostScript', text('%!PS-Adobe-3.0\n/x {currentfile closefile} def')],
  ['RTF', text('{\\rtf1\\ansi{\\object\\objemb}}')],
  ['MP4', text('\0\0\0\x18ftypmp42')],
  ['only zeros', Buffer.alloc(4_096)],
  ['plain text', text('Dear Sir or Madam, the invoice is attached.')],
  ['JSON', text('{"invoice":1}')],
]

const foreign = (): HostileFile[] =>
  FOREIGN.flatMap(([what, content]) => [
    ...['a.pdf', 'a.png', 'a.jpeg', 'a.JPG'].map((name) =>
      refused(`${what} as ${name}`, name, content),
    ),
    refused(`${what} after the start of a PNG`, 'a.png', join(PNG.subarray(0, 33), content)),
  ])

const BEFORE_PDF = [
  '\xef\xbb\xbf',
  ' ',
  '\n',
  '\0',
  'GIF89a',
  '%!PS\n',
  'x',
  '<!-- -->',
  'MZ',
  '\x1f\x8b',
  '%',
  '\xff\xd8',
]
const NOT_PDF = [
  '%PDF',
  '%PDF-',
  '%PDF-9.9\n',
  '%pdf-1.7\n',
  '%PDF1.7\n',
  '%FDF-1.2\n',
  'PDF-1.7\n',
  '%PDF-1,7\n',
]
const MARKUP = [
  '<html>',
  '<script src=//evil.example>',
  '<svg onload=x>',
  '<?php x ?>',
  '<iframe src=x>',
  '<body onload=x>',
  '<!DOCTYPE html>',
]

const disguised = (): HostileFile[] => [
  ...BEFORE_PDF.map((start) =>
    refused(`a PDF after ${JSON.stringify(start)}`, 'a.pdf', join(text(start), samplePdf())),
  ),
  ...NOT_PDF.map((start) =>
    refused(`${JSON.stringify(start)} without a PDF`, 'a.pdf', text(`${start}\nrest`)),
  ),
  ...MARKUP.flatMap((markup) => [
    refused(`${markup} at the start of a PDF`, 'a.pdf', text(`%PDF-1.7\n${markup}`)),
    refused(`${markup} inside a PDF`, 'a.pdf', samplePdf(markup)),
    refused(`${markup} at the end of a PDF`, 'a.pdf', join(samplePdf(), text(markup))),
    refused(`${markup} after a PNG`, 'a.png', join(PNG, text(markup))),
    refused(`${markup} after a JPEG`, 'a.jpg', join(JPEG, text(markup))),
  ]),
  ...[samplePdf(), PNG, JPEG].map((start, index) =>
    refused(
      `an archive after ${['a PDF', 'a PNG', 'a JPEG'][index]}`,
      `a.${['pdf', 'png', 'jpg'][index]}`,
      join(start, ZIP_END),
    ),
  ),
]

const refused = (what: string, name: string, content: Buffer): HostileFile => ({
  what,
  name,
  content,
  isAccepted: false,
})

const SIZES = [
  [0, 1],
  [1, 0],
  [0, 0],
  [60_000, 60_000],
  [65_535, 65_535],
  [2 ** 31, 1_000],
  [2 ** 32 - 1, 2 ** 32 - 1],
] as const

const pictures = (): HostileFile[] => [
  ...SIZES.map(([width, height]) =>
    refused(`a PNG of ${width} × ${height}`, 'a.png', pngSized(width, height)),
  ),
  ...SIZES.filter(([width, height]) => width < 65_536 && height < 65_536).map(([width, height]) =>
    refused(`a JPEG of ${width} × ${height}`, 'a.jpg', jpegSized(width, height)),
  ),
  ...Array.from({ length: 13 }, (_, index) => 1 + index * 5).map((length) =>
    refused(`the first ${length} bytes of a PNG`, 'a.png', PNG.subarray(0, length)),
  ),
  ...Array.from({ length: 8 }, (_, index) => 1 + index * 3).map((length) =>
    refused(`the first ${length} bytes of a JPEG`, 'a.jpg', JPEG.subarray(0, length)),
  ),
  refused('a JPEG with empty segments', 'a.jpg', hex('ffd8ffe00000ffe00000ffe00000ffe00000')),
  refused('a PNG with trailing data', 'a.png', join(PNG, text('x'))),
  refused('an empty file', 'a.pdf', Buffer.alloc(0)),
  ...['pdf', 'png', 'jpg'].map((ending) =>
    refused(
      `10 MB and a byte as ${ending}`,
      `a.${ending}`,
      join(
        ending === 'pdf' ? samplePdf() : ending === 'png' ? PNG : JPEG,
        Buffer.alloc(FILE_BYTES_MAX),
      ).subarray(0, FILE_BYTES_MAX + 1),
    ),
  ),
]

const BAD_NAMES = [
  'a.exe',
  'a.html',
  'a.svg',
  'a.js',
  'a.pdf.exe',
  'a.pdf.html',
  'a.pdf%00.exe',
  'a.',
  'a',
  '.htaccess',
  'web.config',
  'a.pdf;.php',
  'a\u202efdp.exe',
  'a.ｐｄｆ',
  'a.pdf/b.sh',
  'a.PDF.bat',
  'a.zip',
  'a.docx',
]
const ODD_NAMES = [
  '../../../etc/passwd.pdf',
  '..\\..\\windows\\x.pdf',
  '/etc/cron.d/x.pdf',
  'C:\\x.pdf',
  'file:///x.pdf',
  '....//x.pdf',
  '.pdf',
  '..pdf',
  'CON.pdf',
  'a\u202egnp.pdf',
  'a\u200b.pdf',
  '😀.pdf',
  `${'x'.repeat(3_000)}.pdf`,
  '<img src=x onerror=alert(1)>.pdf',
  '; rm -rf /.pdf',
  '$(reboot).pdf',
  'a|b.pdf',
  "a'b.pdf",
  '%2e%2e%2fx.pdf',
  'é'.normalize('NFD').concat('.pdf'),
  'a.html.pdf',
  'a.PdF',
  '  a .pdf',
  '-rf.pdf',
]

const named = (): HostileFile[] => [
  ...BAD_NAMES.map((name) => refused(`a PDF named ${JSON.stringify(name)}`, name, samplePdf())),
  ...ODD_NAMES.map((name, index) => ({
    what: `a PDF named ${JSON.stringify(name.slice(0, 60))}`,
    name,
    content: samplePdf(`named ${index}`),
    isAccepted: true,
  })),
  { what: 'a PDF that unpacks to 100 MB', name: 'bomb.pdf', content: pdfBomb(), isAccepted: true },
  { what: 'a PNG that unpacks to 100 MB', name: 'bomb.png', content: pngBomb(), isAccepted: true },
]

export const hostileFiles = (): HostileFile[] => [
  ...foreign(),
  ...disguised(),
  ...pictures(),
  ...named(),
]
