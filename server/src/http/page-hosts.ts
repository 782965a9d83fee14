// Lists the third-party hosts that a page may use: only what its human check, card field or wallet needs.
import { PAYMENT_METHOD_IDS } from '@invoice-desk/contract/payments/payment-methods'
import type { PageHosts } from '../providers/payment-provider.ts'
import { PAYMENT_PROVIDERS } from '../providers/payment-providers.ts'
import type { Config } from '../settings/config.ts'

/** Profile pictures come from the identity provider. */
export const hostsOf = (path: string, config: Config): PageHosts => {
  const pictures = {
    img: ['https://*.googleusercontent.com', new URL(config.google.issuer).origin],
  }
  if (path === '/submit-invoice' || path === '/settings/health')
    return merge(pictures, humanCheckHosts(config))
  if (path !== '/pay-invoice') return pictures
  return merge(pictures, humanCheckHosts(config), ...paymentHosts(config))
}

/** The script loads another one from gstatic and opens a frame. */
const humanCheckHosts = ({ humanCheck }: Config): PageHosts => {
  const folder = new URL('.', humanCheck.scriptUrl).href
  return {
    script: [folder, 'https://www.gstatic.com/recaptcha/'],
    connect: [folder],
    frame: [folder, 'https://recaptcha.google.com/recaptcha/'],
  }
}

/** Also of a method that is off: a payment that began before must end. */
const paymentHosts = ({ payments }: Config): PageHosts[] =>
  PAYMENT_METHOD_IDS.flatMap((method) => {
    const settings = payments[method]
    return settings ? PAYMENT_PROVIDERS[method].pageHosts(settings) : []
  })

const merge = (...all: readonly PageHosts[]): PageHosts => {
  const listOf = (directive: Exclude<keyof PageHosts, 'hasInlineScripts'>) => [
    ...new Set(all.flatMap((hosts) => hosts[directive] ?? [])),
  ]
  return {
    hasInlineScripts: all.some((hosts) => hosts.hasInlineScripts),
    script: listOf('script'),
    style: listOf('style'),
    connect: listOf('connect'),
    frame: listOf('frame'),
    img: listOf('img'),
  }
}
