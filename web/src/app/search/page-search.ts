// Finds staff pages by their names, and by other words for what they're about.
import { type StaffPath, staffPageOf } from '@invoice-desk/contract/system/pages'
import { PAGE_LOOKS } from '../staff-pages.ts'

/** Shorter texts find pages only by their names and whole words, or they'd come before the invoice that someone means. */
const OTHER_WORDS_FROM = 3

/** Every word of the text begins a word of the page. Without a text, all pages. */
export const findPages = (pages: readonly StaffPath[], text: string): StaffPath[] => {
  const typed = wordsOf(text)
  return pages.filter((path) => {
    const isShort = text.length < OTHER_WORDS_FROM
    const others = wordsOf(PAGE_LOOKS[path].words).filter(
      (word) => !isShort || typed.includes(word),
    )
    const words = [...wordsOf(staffPageOf(path).label), ...others]
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  })
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)
