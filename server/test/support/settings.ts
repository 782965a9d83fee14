// Changes the settings as an administrator, and builds logos to upload.
import { crc32, deflateSync } from 'node:zlib'
import {
  type BusinessSettings,
  getSettings,
  saveLogo,
  saveSettings,
} from '@invoice-desk/contract/system/business-settings'
import type { Caller } from '@invoice-desk/testing/http/caller'

type Site = { readonly desk: Pick<Caller, 'url' | 'call'>; readonly admin: string }

export const readSettings = async ({ desk, admin }: Site) =>
  (await desk.call(getSettings, { token: admin })).body

/** Replaces all of them. */
export const change = async (site: Site, settings: Partial<BusinessSettings>) => {
  const { version } = await readSettings(site)
  return site.desk.call(saveSettings, { token: site.admin, body: { settings, version } })
}

export const pageOf = async ({ desk }: Pick<Site, 'desk'>, path = '/') =>
  (await fetch(`${desk.url}${path}`)).text()

export const upload = async ({ desk, admin }: Site, content: Buffer) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), 'logo.png')
  const response = await fetch(`${desk.url}${saveLogo.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}` },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

type Shape = { width: number; height: number; interlacing?: number; pixels?: Buffer }

/** Gray with transparency, which the PDF library has to decode. */
export const pngOf = ({ width, height, interlacing = 0, pixels }: Shape): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 4, 0, 0, interlacing], 8)
  const data = pixels ?? Buffer.alloc((1 + 2 * width) * height)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(data, { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

const chunkOf = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
