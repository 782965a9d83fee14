// Finds the labels in the cells of a document, and what precedes and follows each of them.

import { type Kind, LABELS, type Language } from './labels.ts'
import type { Cell, Row } from './layout.ts'

/** A label in a cell. */
export type Label = {
  readonly kind: Kind
  readonly cell: Cell
  /** Index of the cell's row. */
  readonly row: number
  /** Index of the cell in its row. */
  readonly column: number
  /** What precedes it in its cell. */
  readonly before: string
  /** The label before it in its cell. */
  readonly previous: Kind | undefined
  /** What follows it in its cell, up to the next label. */
  readonly inline: string
  /** What follows it in its cell. */
  readonly rest: string
}

/** A row with more words isn't a label and its value, and a document has only so many. */
const WORDS_MAX = 200
const PHRASE_WORDS_MAX = 6
const WORD_LENGTH_MAX = 60
/** Short words mean other things in other languages. */
const FOREIGN_LENGTH_MIN = 5

const NUMBER_WORDS = new Set([
  '#',
  'no',
  'nr',
  'n',
  'num',
  'number',
  'numero',
  'nummer',
  'numer',
  'nro',
  'nbr',
  'nos',
])

/** `N.º` is `no`, `Échéance` is `echeance`, `d’émission` is `d emission`. */
export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}.°*]/gu, '')
    .replace(/[^a-z0-9#]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    // `Abschlagsrechnung`
    .map((word) => (NUMBER_WORDS.has(word) ? '#' : word.replace(/^[a-z]+rechnung$/, 'rechnung')))

const LANGUAGES = Object.keys(LABELS) as Language[]

const PHRASES = (() => {
  const phrases = new Map<string, Partial<Record<Language, Kind>>>()
  for (const language of LANGUAGES)
    for (const [kind, texts] of Object.entries(LABELS[language]))
      for (const text of texts.split('|')) {
        const phrase = plainWords(text).join(' ')
        phrases.set(phrase, { [language]: kind as Kind, ...phrases.get(phrase) })
      }
  return phrases
})()

type Word = { readonly raw: string; readonly plain: readonly string[] }

/** `Invoice#17` and `Date:1/2/2026` are two words each. */
const wordsOf = (text: string): Word[] =>
  text
    .replace(/([:#°])(?=[^\s:#°])/g, '$1 ')
    .replace(/(?<=\p{L})#/gu, ' #')
    .split(' ', WORDS_MAX)
    .filter((raw) => raw !== '')
    .map((raw) => ({ raw, plain: raw.length > WORD_LENGTH_MAX ? [raw] : plainWords(raw) }))

type Match = { readonly phrase: string; readonly start: number; readonly end: number }

/** The longest ones, from left to right. */
const matchesIn = (words: readonly Word[], isLabel: (phrase: string) => boolean): Match[] => {
  const matches: Match[] = []
  let start = 0
  while (start < words.length) {
    const match = longestAt(words, start, isLabel)
    if (match) matches.push(match)
    start = match?.end ?? start + 1
  }
  return matches
}

const longestAt = (
  words: readonly Word[],
  start: number,
  isLabel: (phrase: string) => boolean,
): Match | undefined => {
  let longest: Match | undefined
  const plain: string[] = []
  for (let end = start + 1; end <= words.length && plain.length < PHRASE_WORDS_MAX; end += 1) {
    const word = words[end - 1]
    plain.push(...(word?.plain ?? []))
    const phrase = plain.join(' ')
    // The colon of `Date :` belongs to it.
    const isPart = word?.plain.length !== 0 || (longest && word.raw === ':')
    if (isPart && isLabel(phrase)) longest = { phrase, start, end }
    // What follows a colon is a value.
    if (word?.raw.endsWith(':')) break
  }
  return longest
}

const joined = (words: readonly Word[]): string => words.map(({ raw }) => raw).join(' ')

export type Labeled = { readonly labels: readonly Label[]; readonly language: Language }

/** The language is the one that has most of the labels. */
export const findLabels = (rows: readonly Row[]): Labeled => {
  const language = languageOf(rows)
  const kindOf = (phrase: string): Kind | undefined => {
    const kinds = PHRASES.get(phrase)
    const own = kinds?.[language] ?? kinds?.en
    if (!kinds || own || phrase.length < FOREIGN_LENGTH_MIN) return own
    return Object.values(kinds)[0]
  }
  const labels = rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => {
      const words = wordsOf(cell.text)
      const matches = matchesIn(words, (phrase) => kindOf(phrase) !== undefined)
      return matches.map(({ phrase, start, end }, index): Label => {
        const next = matches[index + 1]?.start ?? words.length
        return {
          kind: kindOf(phrase) ?? 'title',
          ...{ cell, row, column },
          before: joined(words.slice(0, start)),
          previous: kindOf(matches[index - 1]?.phrase ?? ''),
          inline: valueFrom(joined(words.slice(end, next))),
          rest: valueFrom(joined(words.slice(end))),
        }
      })
    }),
  )
  return { labels, language }
}

/** A dash may be a sign. */
const valueFrom = (text: string): string =>
  text.replace(/^(?:[\s:#)\]]|\.(?!\d)|[–—-](?=\s|$))+/, '')

const languageOf = (rows: readonly Row[]): Language => {
  const counts = new Map<Language, number>()
  for (const { text } of rows.flat())
    for (const { phrase } of matchesIn(wordsOf(text), (each) => PHRASES.has(each))) {
      const languages = Object.keys(PHRASES.get(phrase) ?? {}) as Language[]
      for (const language of languages)
        counts.set(language, (counts.get(language) ?? 0) + 1 / languages.length)
    }
  const best = LANGUAGES.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return best[0] ?? 'en'
}
