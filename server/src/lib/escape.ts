// Escapes text for HTML and for SQL patterns.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** For an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

/** Text that means itself in a pattern for LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A pattern for LIKE that finds exactly this text anywhere. */
export const likePattern = (text: string): string => `%${escapeLike(text)}%`
