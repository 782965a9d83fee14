// Cuts a text to the length that a provider accepts.

/** Never half of a character outside the basic plane, which PayPal would refuse. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
