// What every view must fulfill: the rules of axe, and nothing wider than a small screen. The functions run in the page.

/** WCAG 2.2 AA and axe's best practices. */
export const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A desktop screen at 200% zoom, and the narrowest phone. */
export const SMALL_SCREENS = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
]

/** A page's content security policy forbids style elements. */
export const setFont = (family: string) => {
  const sheet = new CSSStyleSheet()
  if (family) sheet.replaceSync(`:not(pre, code) { font-family: '${family}' !important }`)
  document.adoptedStyleSheets = [sheet]
}

export const listTightHeadings = (): string[] =>
  [...document.querySelectorAll('h1, h2, h3')]
    .filter((heading) => {
      const { fontSize, lineHeight } = getComputedStyle(heading)
      return Number.parseFloat(lineHeight) < 1.2 * Number.parseFloat(fontSize) - 0.1
    })
    .map(({ textContent }) => textContent)

export const listWideElements = (): string[] => {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1
  const wide = [...document.body.querySelectorAll('*')].filter(isWide)
  return wide.map((element) => element.outerHTML.slice(0, 120))
}
