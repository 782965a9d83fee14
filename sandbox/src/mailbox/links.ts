// The addresses a reader of a mail could follow.

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`]+/g
const HREF = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]}]+$/

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Every address in either part of the mail, each once, in the order a reader meets them. */
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

/** Text cut into plain pieces and addresses, so that a page can make the latter clickable. */
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
