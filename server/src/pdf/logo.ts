// Draws the business's logo at the top of a page.
import { accentScale } from '@invoice-desk/contract/values/accent-scale'
import type { FastifyBaseLogger } from 'fastify'
import { findLogo, type Logo } from '../brand/logo.ts'
import type { Config } from '../settings/config.ts'
import { readImage } from './image.ts'
import { type Doc, PAGE } from './page.ts'

const LOGO = { width: 180, height: 40, gap: 12 }
const MARK = { size: 32, radius: 8, gap: 12 }

/** Every PDF unpacks it. An uploaded one is much smaller. */
const PIXELS_MAX = 4_000_000

type Settings = Parameters<typeof findLogo>[0]

/** A document is valid without a logo. */
export const findPrintableLogo = (config: Settings): Logo | undefined => {
  const logo = findLogo(config)
  if (!logo) return undefined
  const content = printableOf(logo.content)
  return content && { ...logo, content }
}

/** The logo's file may be broken, or a kind of PNG that PDFs can't show. */
export const warnAboutLogo = ({ businessLogo }: Config, log: FastifyBaseLogger): void => {
  const settings = { businessLogo, uploadedLogo: undefined }
  if (findLogo(settings) && !findPrintableLogo(settings)) {
    log.warn("BUSINESS_LOGO isn't a picture that PDFs can show, so receipts have no logo")
  }
}

const printable = new WeakMap<Buffer, { readonly content: Buffer | undefined }>()

/** Checked once. */
const printableOf = (content: Buffer): Buffer | undefined => {
  const found = printable.get(content) ?? { content: readPrintable(content) }
  printable.set(content, found)
  return found.content
}

const readPrintable = (content: Buffer): Buffer | undefined => {
  try {
    return readImage(content, ({ width, height }) => {
      if (width * height > PIXELS_MAX) throw new Error('too many pixels')
    }).content
  } catch {
    return undefined
  }
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
