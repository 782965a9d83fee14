// Serves the business's logo and the tab icon.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOGO_PATH } from '@invoice-desk/contract/system/system'
import { accentScale, DEFAULT_COLOR } from '@invoice-desk/contract/values/accent-scale'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPageLogo } from '../brand/logo.ts'
import { type Config, LOGO_TYPES } from '../settings/config.ts'

const ICON_PATH = '/brand/icon.svg'
const SVG = LOGO_TYPES['.svg']
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** Returns how to find the URL of the tab icon: the logo, or the product's icon in the business's color. */
export const serveBrand = async (app: FastifyInstance, config: Config): Promise<() => string> => {
  const icon = await readFile(join(config.webDir, 'favicon.svg'), 'utf8').catch(() => undefined)
  const iconUrl = () => `${ICON_PATH}?v=${config.businessColor.slice(1)}`
  app.get(LOGO_PATH, (request, reply) => {
    const logo = findPageLogo(config)
    if (!logo) return reply.callNotFound()
    return picture(request, reply, logo.url).type(logo.type).send(logo.content)
  })
  app.get(ICON_PATH, (request, reply) => {
    if (icon === undefined) return reply.callNotFound()
    const colored = icon.replaceAll(DEFAULT_COLOR, accentScale(config.businessColor)[7])
    return picture(request, reply, iconUrl())
      .type(SVG ?? '')
      .send(colored)
  })
  return () => {
    const logo = findPageLogo(config)
    if (logo) return logo.url
    const isPlain = icon === undefined || config.businessColor === DEFAULT_COLOR
    return isPlain ? '/favicon.svg' : iconUrl()
  }
}

/**
 * Only the current URL is cached: another process may not have a new logo yet. An SVG may have its own styles, but it
 * can't run anything if someone opens it directly.
 */
const picture = (request: FastifyRequest, reply: FastifyReply, url: string) =>
  reply
    .header(
      'cache-control',
      request.url === url ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    .header('content-security-policy', POLICY)
