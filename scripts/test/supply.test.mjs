// `npm run audit:deps` with registries that offer audits and that don't, and `npm run sbom`.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT, run } from '../lib/processes.mjs'

const ADVISORY = {
  id: 1,
  title: 'Anyone can read everything',
  url: 'https://advisories.example/1',
  severity: 'high',
  vulnerable_versions: '*',
}

/**
 * Audits with a registry that answers like this.
 * @param {number} status
 * @param {object} body
 */
const audit = async (status, body) => {
  const registry = createServer((request, response) => {
    const isAudit = request.method === 'POST'
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isAudit ? body : {}))
  })
  registry.listen(0, 'localhost')
  await once(registry, 'listening')
  const address = registry.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const env = {
    ...process.env,
    npm_config_registry: `http://localhost:${port}/`,
    npm_config_fetch_retries: '0',
  }
  try {
    return await run(process.execPath, ['scripts/audit-deps.mjs'], { quiet: true, env })
  } finally {
    registry.closeAllConnections()
    registry.close()
  }
}

it.each([
  ['knows one', 200, { aws4fetch: [ADVISORY] }, 1, 'high: aws4fetch'],
  ['does not offer audits', 405, {}, 0, 'Not offered: the registry localhost'],
  ['fails', 500, {}, 1, "couldn't be asked"],
])('audits with a registry that %s', async (_, status, body, code, text) => {
  expect(await audit(status, body)).toEqual({ code, output: expect.stringContaining(text) })
})

it('lists every package of the lock file with its version and hash', async () => {
  const { code, output } = await run(process.execPath, ['scripts/sbom.mjs'], { quiet: true })
  expect([code, output]).toEqual([0, expect.stringMatching(/\d{3} packages are listed/)])
  const { bomFormat, metadata, components } = JSON.parse(
    readFileSync(join(ROOT, 'sbom', 'invoice-desk.cdx.json'), 'utf8'),
  )
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'invoice-desk'])
  const listed = new Map(
    components.map((/** @type {{ 'bom-ref': string, hashes?: object[] }} */ each) => [
      each['bom-ref'],
      each.hashes,
    ]),
  )
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const missing = Object.entries(packages).filter(
    ([path, { version, integrity, name }]) =>
      integrity && !listed.get(`${name ?? path.split('node_modules/').at(-1)}@${version}`),
  )
  expect(missing).toEqual([])
})
