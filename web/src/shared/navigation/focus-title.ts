// Moves focus to the heading of the page.

/** For when the focused element goes away: screen readers continue at the page's title. */
export const focusTitle = () => document.querySelector('h1')?.focus({ preventScroll: true })
