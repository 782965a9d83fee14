// Searches by words, with the trigram indexes. The order of the words doesn't matter.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { likePattern } from '../escape.ts'

const WORDS_MAX = 10

/** A pattern for each word of a search. */
export const wordPatterns = (search: string): string[] =>
  search.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX).map(likePattern)

/** `text` is in lower case. The database decides what that is, because it depends on its locale. */
export const hasWord = (text: SQL, pattern: string | SQLWrapper): SQL =>
  sql`${text} LIKE lower(${pattern})`

const NAMES = Array.from({ length: WORDS_MAX }, (_, n) => `word${n}`)

/** For a prepared statement: a condition for each word that a search may have, by the name of its value. */
export const wordFilters = (text: SQL): Record<string, SQL> =>
  Object.fromEntries(NAMES.map((name) => [name, hasWord(text, sql.placeholder(name))]))

/** The values of these conditions. */
export const wordValues = (search: string): Record<string, string> =>
  Object.fromEntries(wordPatterns(search).map((pattern, n) => [`word${n}`, pattern]))
