// Drops characters that people can't see, and that make text look like another: some turn its direction around.

const INVISIBLE = /[^\P{Cf}\u200c\u200d]|\u3164|\uffa0/gu
const LINE_BREAKS = /\p{Zl}|\p{Zp}/gu
/** Emoji and some scripts need joiners, but not at the start and not after ASCII. */
const NEEDLESS_JOINERS = /(^|\p{ASCII})(?:\u200c|\u200d)+/gu

export const undisguised = (text: string): string =>
  text.replace(INVISIBLE, '').replace(LINE_BREAKS, '\n').replace(NEEDLESS_JOINERS, '$1')
