// Before the first journey: the pages as the sources are now, built again only when those have changed.
// The run keeps a copy, so that a build during it does not take files away from open pages.
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const buildPages = async (): Promise<() => Promise<void>> => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' })
  const copy = await mkdtemp(join(tmpdir(), 'desk-pages-'))
  await cp(join(ROOT, 'web/dist'), copy, { recursive: true })
  process.env.WEB_DIR = copy
  return () => rm(copy, { recursive: true, force: true })
}

// biome-ignore lint/style/noDefaultExport: Playwright asks for one.
export default buildPages
