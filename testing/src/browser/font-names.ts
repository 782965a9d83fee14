// The fonts of the test browser.

/** The default font, with the same character widths as Arial. */
export const DEFAULT_FONT = 'Arimo'
/** One of the widest fonts in use. */
export const WIDE_FONT = 'DejaVu Sans'
