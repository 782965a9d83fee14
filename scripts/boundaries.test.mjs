// Each rule of who may import whom: what it forbids, and what beside it stays allowed.
import { describe, expect, it } from 'vitest'
import { findObjection, listImports } from './boundaries.mjs'

const FORBIDDEN = [
  ['web/src/main.tsx', '@invoice-desk/server/config'],
  ['web/src/main.tsx', '../../server/src/config.ts'],
  ['web/src/main.tsx', '../../contract/src/money.ts'],
  ['server/src/app.ts', '@invoice-desk/sandbox/start'],
  ['server/src/app.ts', '@invoice-desk/web/main'],
  ['contract/src/money.ts', '@invoice-desk/server/config'],
  ['contract/src/money.ts', 'react'],
  ['contract/src/money.ts', 'node:fs'],
  ['sandbox/src/start.ts', '@invoice-desk/contract/money'],
  ['sandbox/src/start.ts', '@invoice-desk/server/config'],
  ['server/src/app.ts', '@invoice-desk/testing/test-desk'],
  ['server/src/app.ts', '../../scripts/ports.mjs'],
  ['contract/src/money.ts', '@invoice-desk/testing/wait-for'],
  ['web/src/main.tsx', '@invoice-desk/testing/people'],
  ['sandbox/src/start.ts', '@invoice-desk/testing/wait-for'],
  ['testing/src/test-desk.ts', '../../server/src/desk.ts'],
  ['testing/src/test-desk.ts', '@invoice-desk/bench/main'],
  ['testing/src/test-desk.ts', '../../e2e/support/desk.ts'],
  ['server/src/features/vendors/service.ts', '../../app.ts'],
  ['server/src/providers/google.ts', '../features/identity/queries.ts'],
  ['server/src/db/client.ts', '../providers/google.ts'],
  ['server/src/http/access.ts', '../features/identity/service.ts'],
  ['server/src/jobs/queue.ts', '../features/identity/service.ts'],
  ['server/src/features/vendors/service.ts', '../approval/service.ts'],
  ['server/src/features/vendors/service.ts', '../approval/transitions.ts'],
  ['server/src/features/vendors/routes.ts', './queries.ts'],
  ['server/src/features/vendors/routes.ts', '../../providers/mail.ts'],
  ['server/src/features/vendors/service.ts', './routes.ts'],
  ['server/src/features/vendors/queries.ts', './service.ts'],
  ['server/src/features/vendors/queries.ts', '../../providers/mail.ts'],
  ['web/src/pages/auth.tsx', '../app/router.tsx'],
  ['web/src/features/vendors/form.tsx', '../approval/api.ts'],
  ['web/src/features/vendors/form.tsx', '../../pages/vendors.tsx'],
  ['web/src/shared/api.ts', '../features/vendors/api.ts'],
]

const ALLOWED = [
  ['web/src/main.tsx', './app/router.tsx'],
  ['web/src/app/router.tsx', '../pages/auth.tsx'],
  ['web/src/pages/auth.tsx', '../features/identity/api.ts'],
  ['web/src/features/vendors/form.tsx', '../../shared/api.ts'],
  ['web/src/features/vendors/form.tsx', './api.ts'],
  ['web/src/shared/api.ts', '@invoice-desk/contract/errors'],
  ['web/src/shared/api.ts', 'react'],
  ['server/src/app.ts', './features/vendors/routes.ts'],
  ['server/src/features/vendors/routes.ts', './service.ts'],
  ['server/src/features/vendors/routes.ts', '../../http/bind.ts'],
  ['server/src/features/vendors/service.ts', './queries.ts'],
  ['server/src/features/vendors/service.ts', '../approval/queries.ts'],
  ['server/src/features/vendors/service.ts', '../../providers/mail.ts'],
  ['server/src/features/vendors/queries.ts', '../../db/client.ts'],
  ['server/src/features/vendors/queries.ts', '@invoice-desk/contract/money'],
  ['contract/src/vendors.ts', './money.ts'],
  ['contract/src/vendors.ts', 'zod'],
  ['sandbox/src/start.ts', 'fastify'],
  ['sandbox/src/start.ts', 'node:fs'],
  ['testing/src/test-desk.ts', '@invoice-desk/contract/money'],
  ['testing/src/test-desk.ts', '@invoice-desk/server/desk'],
  ['testing/src/test-desk.ts', '@invoice-desk/sandbox/start'],
  ['testing/src/test-desk.ts', '../../scripts/ports.mjs'],
]

describe('import boundaries', () => {
  it.each(FORBIDDEN)('forbid %s to import %s', (file, specifier) => {
    expect(findObjection(file, specifier)).toBeTypeOf('string')
  })

  it.each(ALLOWED)('allow %s to import %s', (file, specifier) => {
    expect(findObjection(file, specifier)).toBeUndefined()
  })

  it('see every way of importing', () => {
    const code = [
      "import a from 'a'",
      "import type { B } from 'b'",
      "export { c } from 'c'",
      "export * from 'd'",
      "const e = await import('e')",
      "type F = import('f').F",
      'const page = <p>{e}</p>',
    ].join('\n')
    const found = listImports('x.tsx', code)
    expect(found.map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(found.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
