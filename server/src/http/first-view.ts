// Adds the page's title and intro to its HTML, shown until the script has run.
import { documentTitle, isPublicPage, pageTextOf } from '@invoice-desk/contract/system/pages'
import { LOGO_PATH } from '@invoice-desk/contract/system/system'
import { escapeHtml } from '../lib/escape.ts'
import type { Config } from '../settings/config.ts'

export const addFirstView = (
  document: string,
  path: string,
  { businessName, sandboxUrl }: Config,
  icon: string,
): string => {
  const text = isPublicPage(path) ? pageTextOf(path, businessName) : undefined
  const title = escapeHtml(documentTitle(text?.name ?? '', businessName))
  const intro = text?.intro ? `<p>${escapeHtml(text.intro)}</p>` : ''
  const strip = sandboxUrl ? '<aside>Sandbox: no real money moves.</aside>' : ''
  const size = icon.startsWith(LOGO_PATH) ? 'class="brand-logo"' : 'width="32" height="32"'
  const view = `<div class="first-view" data-path="${text ? path : ''}" data-width="${text?.width ?? 'wide'}">${strip}
      <header class="site-header"><span class="brand"><img src="${icon}" alt="" ${size} /><span class="brand-name">${escapeHtml(businessName)}</span></span></header>
      ${text ? `<main><h1>${escapeHtml(text.title)}</h1>${intro}</main>` : ''}
    </div>`
  return document
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (whole, start: string) =>
      text?.intro ? start + escapeHtml(text.intro) : whole,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${view}</div>`)
}
