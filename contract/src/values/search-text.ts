// Decides whether a text is long enough to search for. Apart from the other texts, because only searches load it.
import { SEARCH_LENGTH_MIN } from './limits.ts'

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu

/** Anything shorter would find nearly everything. The index knows only letters and digits, so other characters don't count. */
export const isSearchable = (text: string): boolean =>
  (text.match(LETTERS_AND_DIGITS)?.length ?? 0) >= SEARCH_LENGTH_MIN
