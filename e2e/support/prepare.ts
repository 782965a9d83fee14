// Before the first journey: builds the pages if their sources have changed, and migrates a database for all workers.
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const prepare = async (): Promise<() => Promise<void>> => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' })
  const template = join(ROOT, 'testing/src/app/template.ts')
  process.env.TEST_TEMPLATE = execFileSync(process.execPath, [template], {
    encoding: 'utf8',
  }).trim()
  // A copy, because a build during the run would remove files that open pages need.
  const copy = await mkdtemp(join(tmpdir(), 'desk-pages-'))
  await cp(join(ROOT, 'web/dist'), copy, { recursive: true })
  process.env.WEB_DIR = copy
  return () => rm(copy, { recursive: true, force: true })
}

// biome-ignore lint/style/noDefaultExport: Playwright requires one.
export default prepare
