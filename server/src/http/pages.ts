// Serves the built web app: hashed files, and the HTML document with its policy and settings.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payments/payment-methods'
import { CALLBACK_PAGES, PAGES, pageNameOf } from '@invoice-desk/contract/system/pages'
import type { PageSettings } from '@invoice-desk/contract/system/system'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findPageLogo } from '../brand/logo.ts'
import type { Config } from '../settings/config.ts'
import { serveBrand } from './brand.ts'
import { apiNotFound } from './errors.ts'
import { addFirstView } from './first-view.ts'
import { createIsLocalAlias, findCanonicalPage } from './page-address.ts'
import { addFileTags, readPageFiles } from './page-files.ts'
import { hostsOf } from './page-hosts.ts'
import { pagePolicy } from './security-headers.ts'

export const servePages = async (app: FastifyInstance, config: Config): Promise<void> => {
  const template = await readFile(join(config.webDir, 'index.html'), 'utf8').catch(() => undefined)
  if (template === undefined) {
    throw new Error(`The web app isn't built: ${config.webDir} has no index.html. Run npm start.`)
  }
  await serveFiles(app, config.webDir)
  const iconOf = await serveBrand(app, config)
  const filesOf = await readPageFiles(config.webDir)
  const tagged = (name: string) => addFileTags(template, filesOf(name))
  const withTags = new Map<string, string>(PAGES.map((path) => [path, tagged(pageNameOf(path))]))
  withTags.set('', tagged('not-found'))
  const buildDocuments = (settings: string) => {
    const icon = iconOf()
    const fill = (document: string) =>
      document.replace('"/favicon.svg"', `"${icon}"`).replace('__PAGE_SETTINGS__', () => settings)
    return new Map(
      [...withTags].map(([path, document]) => [
        path,
        addFirstView(fill(document), path, config, icon),
      ]),
    )
  }
  // Built again only after a change of the settings.
  let built = { settings: '', documents: new Map<string, string>() }
  const documentOf = (path: string): string | undefined => {
    const settings = jsonForHtml(pageSettingsOf(config))
    if (settings !== built.settings) built = { settings, documents: buildDocuments(settings) }
    return built.documents.get(path)
  }
  const document = (reply: FastifyReply, path: string) => {
    // The page's address contains an authorization code.
    if (CALLBACK_PAGES.includes(path)) reply.header('referrer-policy', 'no-referrer')
    const isPage = path !== '' && withTags.has(path)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(isPage ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce, hostsOf(path, config)))
      .send(documentOf(isPage ? path : '')?.replaceAll('__CSP_NONCE__', nonce))
  }
  const isLocalAlias = createIsLocalAlias(config.publicUrl)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || /^\/(api|assets)(\/|$)/.test(path)) return apiNotFound(request, reply)
    const page = findCanonicalPage(path)
    if (page === undefined) return document(reply, path)
    const origin = isLocalAlias(request.host) ? config.publicUrl : ''
    if (page === path && origin === '') return document(reply, path)
    const query = request.url.slice(path.length)
    return reply.header('cache-control', 'no-store').redirect(origin + page + query, 308)
  })
}

/** The few files next to the document have a route each; the hundreds of hashed files share one. */
const serveFiles = async (app: FastifyInstance, webDir: string): Promise<void> => {
  const common = { index: false, preCompressed: true } as const
  await app.register(fastifyStatic, {
    ...common,
    root: webDir,
    wildcard: false,
    // index.html is a template, so it isn't served as a file.
    globIgnore: ['assets/**', 'index.html'],
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=3600'),
  })
  await app.register(fastifyStatic, {
    ...common,
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}

const pageSettingsOf = (config: Config): PageSettings => ({
  businessName: config.businessName,
  contactEmail: config.contactEmail,
  timeZone: config.businessTimeZone,
  color: config.businessColor,
  ...logoUrlOf(config),
  humanCheck: { siteKey: config.humanCheck.siteKey, scriptUrl: config.humanCheck.scriptUrl },
  payments: paymentSettingsOf(config),
  paymentMethods: config.paymentMethods,
  ...(config.sandboxUrl === undefined ? {} : { sandboxUrl: config.sandboxUrl }),
})

const logoUrlOf = (config: Config): Pick<PageSettings, 'logoUrl'> => {
  const logo = findPageLogo(config)
  return logo ? { logoUrl: logo.url } : {}
}

/** Only what browsers may see. */
const paymentSettingsOf = ({ payments }: Config): PageSettings['payments'] =>
  Object.fromEntries(
    PAYMENT_METHOD_IDS.flatMap((method) => {
      const { publicKey, scriptUrl } = payments[method] ?? {}
      return publicKey && scriptUrl ? [[method, { publicKey, scriptUrl }]] : []
    }),
  )

/** Escaped, so it can't close its script element. */
const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028')
