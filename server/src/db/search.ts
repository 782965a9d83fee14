// Searches by words, with the trigram indexes. The order of the words doesn't matter.
import { and, or, type SQL, sql } from 'drizzle-orm'
import { escapeLike, likePattern } from '../lib/escape.ts'

const WORDS_MAX = 10

export const wordsOf = (search: string): string[] =>
  search.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)

/** A condition for each word of a search. `text` is in lower case. */
export const hasWords = (text: SQL, search = ''): SQL[] =>
  wordsOf(search).map((word) => hasWord(text, likePattern(word)))

/** `text` is in lower case. The database decides what that is, because it depends on its locale. */
export const hasWord = (text: SQL, pattern: string): SQL => sql`${text} LIKE lower(${pattern})`

const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u

/**
 * Has every word, found by the index. If all of them are too short for a trigram, they must come first or
 * after a space, which makes one.
 */
export const hasIndexedWords = (text: SQL, search: string): SQL => {
  const words = wordsOf(search)
  const isFound = words.some((word) => HAS_TRIGRAM.test(word))
    ? (word: string) => hasWord(text, likePattern(word))
    : (word: string) => beginsWord(text, word)
  return and(...words.map(isFound)) ?? sql`true`
}

const beginsWord = (text: SQL, word: string): SQL | undefined => {
  const pattern = `${escapeLike(word)}%`
  return or(hasWord(text, pattern), hasWord(text, `% ${pattern}`))
}
