// Draws a profile picture: the initial on a color.
import { html } from '../web/pages.ts'
import type { GoogleAccount } from './accounts.ts'

/** Each dark enough for white letters. */
const COLORS = ['#0f6b6b', '#7a3e9d', '#a3461f', '#2f5f9e', '#3f6b2a', '#8a2f55'] as const

export const avatarSvg = ({ name, sub }: GoogleAccount): string => {
  const color = COLORS[Number(sub.slice(-4)) % COLORS.length] ?? COLORS[0]
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${color}"/><text x="48" y="50" fill="#fff" font-family="system-ui, sans-serif" font-size="44" text-anchor="middle" dominant-baseline="central">${name.charAt(0).toUpperCase()}</text></svg>`
    .text
}
