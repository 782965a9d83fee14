import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { csvStream } from './csv.ts'

const cellOf = async (cell: string) => {
  const csv = await text(csvStream(['H'], [[cell]], (row) => [row]))
  return csv.slice('\ufeffH\r\n'.length, -'\r\n'.length)
}

it.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['@SUM(1)', "'@SUM(1)"],
  ['-2+3', "'-2+3"],
  [' =1', " '=1"],
  ['-12.50', '-12.50'],
  ['Acme - Tools', 'Acme - Tools'],
  ['x@acme.example', 'x@acme.example'],
])('keeps %j from running', async (cell, expected) => {
  expect(await cellOf(cell)).toBe(expected)
})

it.each([
  ['a;=1+1', `"a;'=1+1"`],
  ['a; ＝1', `"a; '＝1"`],
  ['a;-5;-2+3', `"a;-5;'-2+3"`],
  ['a;"=1', `"a;""'=1"`],
  ['a\t=1', `"a\t'=1"`],
  ['a\r\n=1', `"a\r\n'=1"`],
  ['\t=1', `"\t'=1"`],
  ['a, =1', '"a, =1"'],
])('keeps the parts of %j from running where it may be split', async (cell, expected) => {
  expect(await cellOf(cell)).toBe(expected)
})
