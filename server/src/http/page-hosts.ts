// Lists the third-party hosts that a page may use: only what its human check, card field or wallet needs.
import type { Config } from '../config.ts'
import type { PageHosts } from './security-headers.ts'

/** Profile pictures come from the identity provider. */
export const hostsOf = (path: string, config: Config): PageHosts => {
  const pictures = {
    img: ['https://*.googleusercontent.com', new URL(config.google.issuer).origin],
  }
  if (path === '/submit-invoice') return merge(pictures, humanCheckHosts(config))
  if (path !== '/pay-invoice') return pictures
  return merge(pictures, humanCheckHosts(config), cardHosts(config), walletHosts(config))
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

/** The card field and the bank's challenge are frames; the script calls the API. */
const cardHosts = ({ stripe }: Config): PageHosts => {
  const script = new URL(stripe.scriptUrl).origin
  return {
    script: [script],
    connect: [new URL(stripe.apiUrl).origin],
    frame: [script, 'https://hooks.stripe.com'],
    img: ['https://*.stripe.com'],
  }
}

const walletHosts = ({ paypal }: Config): PageHosts => {
  if (!paypal) return {}
  const { origin } = new URL(paypal.scriptUrl)
  const hosts = [origin, 'https://*.paypal.com', 'https://*.paypalobjects.com']
  return { script: hosts, connect: hosts, frame: hosts, img: hosts }
}

const merge = (...all: readonly PageHosts[]): PageHosts => {
  const listOf = (directive: keyof PageHosts) => [
    ...new Set(all.flatMap((hosts) => hosts[directive] ?? [])),
  ]
  return {
    script: listOf('script'),
    connect: listOf('connect'),
    frame: listOf('frame'),
    img: listOf('img'),
  }
}
