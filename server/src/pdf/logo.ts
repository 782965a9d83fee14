// Draws the business's logo at the top of a page.
import { accentScale } from '@invoice-desk/contract/accent-scale'
import type { Config } from '../config.ts'
import { findLogo, type Logo } from '../logo.ts'
import { type Doc, PAGE } from './paper.ts'

const LOGO = { width: 180, height: 40, gap: 12 }
const MARK = { size: 32, radius: 8, gap: 12 }

/** The PDF library can't read interlaced PNGs, which have a nonzero byte here. */
const INTERLACE_AT = 28

/** A document is valid without a logo. */
export const findPrintableLogo = ({ businessLogo }: Config): Logo | undefined => {
  const logo = findLogo(businessLogo)
  return logo?.type === 'image/png' && logo.content[INTERLACE_AT] !== 0 ? undefined : logo
}

/** Returns where the name starts: below a logo, which can be wide, or beside the product's mark. */
export const drawLogo = (doc: Doc, logo: Logo | undefined, businessColor: string) => {
  const { margin } = PAGE
  const start = { x: margin, y: margin }
  if (!logo) return start
  if (!logo.isMark) {
    doc.image(logo.content, margin, margin, { fit: [LOGO.width, LOGO.height] })
    return { ...start, y: margin + LOGO.height + LOGO.gap }
  }
  doc.roundedRect(margin, margin, MARK.size, MARK.size, MARK.radius)
  doc.fill(accentScale(businessColor)[7])
  doc.image(logo.content, margin, margin, { width: MARK.size })
  return { ...start, x: margin + MARK.size + MARK.gap }
}
