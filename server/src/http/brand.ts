// Serves the business's logo and the tab icon.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { accentScale, DEFAULT_COLOR } from '@invoice-desk/contract/accent-scale'
import { LOGO_PATH } from '@invoice-desk/contract/system'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Config, LOGO_TYPES } from '../config.ts'

const ICON_PATH = '/brand/icon.svg'
const SVG = LOGO_TYPES['.svg']

/** Returns the path of the tab icon: the logo, or the product's icon in the business's color. */
export const serveBrand = async (app: FastifyInstance, config: Config): Promise<string> => {
  const { businessLogo, businessColor, webDir } = config
  if (businessLogo !== undefined) {
    const type = LOGO_TYPES[extname(businessLogo).toLowerCase()] ?? SVG
    const logo = await readFile(businessLogo)
    app.get(LOGO_PATH, async (_, reply) => picture(reply, type).send(logo))
    return LOGO_PATH
  }
  if (businessColor === DEFAULT_COLOR) return '/favicon.svg'
  const icon = await readFile(join(webDir, 'favicon.svg'), 'utf8')
  const colored = icon.replaceAll(DEFAULT_COLOR, accentScale(businessColor)[7])
  app.get(ICON_PATH, async (_, reply) => picture(reply, SVG).send(colored))
  return ICON_PATH
}

/** An SVG may have its own styles, but it can't run anything if someone opens it directly. */
const picture = (reply: FastifyReply, type: string | undefined) =>
  reply
    .type(type ?? 'application/octet-stream')
    .header('cache-control', 'public, max-age=3600')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
