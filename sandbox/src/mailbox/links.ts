// Finds the links in an email.

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`]+/g
const HREF = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
/** Punctuation after a link that isn't part of it. */
const TRAILING = /[.,;:!?)\]}]+$/

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Every link in the text or HTML part, once each. */
export const findLinks = (text: string, html: string): string[] => {
  const inText = Array.from(text.matchAll(URL_IN_TEXT), ([url]) => url.replace(TRAILING, ''))
  const inHtml = Array.from(html.matchAll(HREF), ([, double, single, bare]) =>
    decodeEntities(double ?? single ?? bare ?? '').trim(),
  )
  return [...new Set([...inText, ...inHtml])].filter((url) => /^https?:\/\//i.test(url))
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Splits text so a page can make its links clickable. */
export const splitAtLinks = (text: string): { readonly text: string; readonly link: boolean }[] => {
  const pieces: { text: string; link: boolean }[] = []
  let from = 0
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const url = match[0].replace(TRAILING, '')
    pieces.push({ text: text.slice(from, match.index), link: false }, { text: url, link: true })
    from = match.index + url.length
  }
  return [...pieces, { text: text.slice(from), link: false }]
}
