// Reads the header fields of a message, which may come from very old software.

export type Header = {
  /** In lower case. */
  readonly name: string
  /** Unfolded and trimmed, as Latin-1 text, so every byte survives. */
  readonly value: string
  /** With its name and line breaks, but without the last one. */
  readonly raw: string
}

/** More than any mail program writes, and little enough to keep in memory. */
export const HEADER_BYTES_MAX = 256 * 1024

/** Where the body begins, or undefined if `bytes` has no empty line yet. Lines may end in CRLF, LF or CR. */
export const findBody = (bytes: Buffer): number | undefined => {
  const text = bytes.toString('latin1')
  const found = /(?:^|\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/.exec(text)
  return found ? found.index + found[0].length : undefined
}

/** Lines that aren't part of a field are dropped. */
export const readHeaders = (block: Buffer): Header[] => {
  const headers: { name: string; raw: string }[] = []
  for (const line of block.toString('latin1').split(/\r\n|\n|\r/)) {
    const last = headers.at(-1)
    if (/^[ \t]/.test(line) && last) last.raw += `\r\n${line}`
    else {
      const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1]
      if (name) headers.push({ name: name.toLowerCase(), raw: line })
    }
  }
  return headers.map(({ name, raw }) => ({
    name,
    raw,
    value: raw
      .slice(raw.indexOf(':') + 1)
      .replace(/\r\n/g, '')
      .trim(),
  }))
}

export const headerOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value
