// Breaks each import rule once, in a small project of its own, and expects the check to report it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import config from '../../.dependency-cruiser.mjs'
import { ROOT, run } from '../lib/processes.mjs'

/** @type {[rule: string, file: string, code: string][]} */
const VIOLATIONS = [
  ['workspaces-share-only-the-contract', 'web/src/a.tsx', "import '../../server/src/app.ts'"],
  [
    'sandbox-imports-nothing-of-ours',
    'sandbox/src/a.ts',
    "import '../../contract/src/values/money.ts'",
  ],
  ['testing-imports-no-test-suite', 'testing/src/a.ts', "import '../../web/src/main.tsx'"],
  ['contract-imports-only-zod', 'contract/src/a.ts', "import 'node:fs'"],
  ['scripts-import-only-node', 'scripts/a.mjs', "import '../../server/src/app.ts'"],
  [
    'other-workspaces-by-package-name',
    'server/src/a.ts',
    "import '../../contract/src/values/money.ts'",
  ],
  ['server-parts-do-not-import-the-app', 'server/src/db/a.ts', "import '../app.ts'"],
  ['providers-know-only-their-service', 'server/src/providers/x/a.ts', "import '../../db/b.ts'"],
  ['database-is-the-lowest-layer', 'server/src/db/c.ts', "import '../providers/b.ts'"],
  ['http-and-jobs-know-no-feature', 'server/src/jobs/a.ts', "import '../features/f/service.ts'"],
  [
    'server-features-share-only-queries',
    'server/src/features/g/a.ts',
    "import type {} from '../f/part/service.ts'",
  ],
  ['bills-know-no-other-feature', 'server/src/features/bills/a.ts', "import '../g/x/queries.ts'"],
  [
    'contractor-knows-only-bills',
    'server/src/features/contractor/a.ts',
    "import '../g/x/queries.ts'",
  ],
  [
    'approval-knows-only-bills-and-accounts',
    'server/src/features/approval/a.ts',
    "import '../g/x/queries.ts'",
  ],
  [
    'accounting-does-not-know-who-follows-its-copy',
    'server/src/features/accounting/a.ts',
    "import '../posting/queries.ts'",
  ],
  ['routes-call-only-services', 'server/src/features/g/x/routes.ts', "import './queries.ts'"],
  ['no-feature-file-imports-routes', 'server/src/features/g/b.ts', "import './x/routes.ts'"],
  ['queries-only-read-and-write-rows', 'server/src/features/g/queries.ts', "import './service.ts'"],
  [
    'pages-do-not-import-the-app',
    'web/src/pages/a.tsx',
    "const a = <p>{import('../main.tsx')}</p>",
  ],
  ['web-features-do-not-cross', 'web/src/features/g/a.tsx', "export * from '../f/x/api.ts'"],
  [
    'shared-imports-only-shared',
    'web/src/shared/a.ts',
    "export { b } from '../features/f/x/api.ts'",
  ],
  ['icons-come-from-one-file', 'web/src/shared/ui/a.tsx', "import '@tabler/icons-react'"],
  ['no-cycles', 'bench/src/a.ts', "import './b.ts'"],
  ['imports-resolve', 'e2e/a.ts', "import './missing.ts'"],
]

/** Imported above, and free of violations. */
const OTHERS = {
  'bench/src/b.ts': "import './a.ts'",
  'contract/src/values/money.ts': '',
  'server/src/app.ts': "import './features/f/routes.ts'",
  'server/src/db/b.ts': '',
  'server/src/providers/b.ts': '',
  'server/src/features/f/routes.ts': "import './service.ts'",
  'server/src/features/f/service.ts': "import '../g/x/queries.ts'",
  'server/src/features/f/part/service.ts': '',
  'server/src/features/g/service.ts': "import './queries.ts'\nimport type {} from './a.ts'",
  'server/src/features/g/x/queries.ts': '',
  'server/src/features/posting/queries.ts': '',
  'web/src/features/f/x/api.ts': "import '../../../shared/b.ts'",
  'web/src/main.tsx': "import './pages/b.tsx'",
  'web/src/pages/b.tsx': "import '../features/f/x/api.ts'",
  'web/src/shared/b.ts': '',
}

it('reports a violation of each import rule', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const broken = Object.fromEntries(VIOLATIONS.map(([, file, code]) => [file, code]))
  for (const [file, code] of Object.entries({ ...broken, ...OTHERS })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), code)
  }

  /** @type {string[]} */
  const lines = []
  const options = ['--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json']
  await run('depcruise', [...options, '.'], { cwd: folder, onLine: (line) => lines.push(line) })

  const { summary } = JSON.parse(lines.join('\n'))
  const found = summary.violations.map(
    (/** @type {{ rule: { name: string }, from: string }} */ { rule, from }) => [rule.name, from],
  )
  expect(found).toEqual(expect.arrayContaining(VIOLATIONS.map(([rule, file]) => [rule, file])))
  expect(VIOLATIONS.map(([rule]) => rule)).toEqual(config.forbidden?.map(({ name }) => name))
})
