// Draws the foot of every page: whom to ask, and which page of how many it is.
import { type Doc, INK, MUTED, PAGE, rule, WIDTH, write } from './page.ts'

/** Drawn last, once the number of pages is known. */
export const drawFooters = (doc: Doc, text: string, title: string): void => {
  const { start, count } = doc.bufferedPageRange()
  const y = PAGE.height - 48
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    rule(doc, y - 12)
    const small = { size: 8.5, color: MUTED } as const
    write(doc, text, { x: PAGE.margin, y, width: WIDTH * 0.62 }, small)
    const box = { x: PAGE.margin + WIDTH * 0.62, y, width: WIDTH * 0.38 }
    const place = `${title}, page ${page - start + 1} of ${count}`
    write(doc, place, box, { ...small, color: INK, align: 'right' })
  }
}
