// Who may import whom. `depcruise` checks these rules; tests are exempt, because a test may combine anything.

const FEATURE_FILE = (/** @type {string} */ name) => `^server/src/features/.+/${name}[.]ts$`

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const WORKSPACES = [
  {
    name: 'workspaces-share-only-the-contract',
    comment: 'web → contract ← server. The product never imports tests, benchmarks or scripts.',
    from: { path: '^(contract|server|web|sandbox)/' },
    to: {
      path: '^(contract|server|web|sandbox|testing|e2e|bench|scripts)/',
      pathNot: '^($1|contract)/',
    },
  },
  {
    name: 'sandbox-imports-nothing-of-ours',
    comment: "The emulators speak the provider's language. Sharing code would share our mistakes.",
    from: { path: '^sandbox/' },
    to: { path: '^contract/' },
  },
  {
    name: 'testing-imports-no-test-suite',
    comment: 'Shared test code may use the server and the sandbox, not the suites that use it.',
    from: { path: '^testing/' },
    to: { path: '^(web|e2e|bench)/' },
  },
  {
    name: 'contract-imports-only-zod',
    from: { path: '^contract/' },
    to: { pathNot: ['^contract/', '^node_modules/zod/'] },
  },
  {
    name: 'scripts-import-only-node',
    comment:
      'The commands run before packages are installed. Sample data (.ts) runs after that. The lock needs only Node.',
    from: { path: '^scripts/.+[.]mjs$' },
    to: {
      pathNot: ['^scripts/.+[.]mjs$', '^server/src/db/lock[.]ts$'],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'other-workspaces-by-package-name',
    comment:
      "Write '@invoice-desk/contract/values/money', not '../../contract/src/values/money.ts'.",
    from: { path: '^(contract|server|web|sandbox|testing)/' },
    to: {
      path: '^(contract|server|web|sandbox|testing|e2e|bench)/',
      pathNot: '^$1/',
      dependencyTypes: ['local'],
    },
  },
]

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const SERVER = [
  {
    name: 'server-parts-do-not-import-the-app',
    from: { path: '^server/src/(db|http|jobs|mail|providers|features)/' },
    to: { path: '^server/src/(main|server|app)[.]ts$' },
  },
  {
    name: 'providers-know-only-their-service',
    from: { path: '^server/src/providers/' },
    to: { path: '^server/src/(features|http|jobs|db)/' },
  },
  {
    name: 'database-is-the-lowest-layer',
    from: { path: '^server/src/db/' },
    to: { path: '^server/src/(features|http|jobs|providers)/' },
  },
  {
    name: 'http-and-jobs-know-no-feature',
    from: { path: '^server/src/(http|jobs)/' },
    to: { path: '^server/src/features/' },
  },
  {
    name: 'server-features-share-only-queries',
    comment:
      "A feature may import another feature's queries and job kinds, but not call its service. Bills, and the copy of QuickBooks, are there for others.",
    from: { path: '^server/src/features/([^/]+)/' },
    to: {
      path: '^server/src/features/',
      pathNot: [
        '^server/src/features/$1/',
        '^server/src/features/bills/',
        '^server/src/features/accounting/copy/',
        FEATURE_FILE('queries'),
        FEATURE_FILE('job-kinds'),
      ],
    },
  },
  {
    name: 'bills-know-no-other-feature',
    comment: 'What must go back is a job, which the other feature runs.',
    from: { path: '^server/src/features/bills/' },
    to: { path: '^server/src/features/(?!bills/)' },
  },
  {
    name: 'contractor-knows-only-bills',
    from: { path: '^server/src/features/contractor/' },
    to: { path: '^server/src/features/(?!contractor/|bills/)' },
  },
  {
    name: 'approval-knows-only-bills-and-accounts',
    from: { path: '^server/src/features/approval/' },
    to: { path: '^server/src/features/(?!approval/|bills/|identity/)' },
  },
  {
    name: 'accounting-does-not-know-who-follows-its-copy',
    from: { path: '^server/src/features/accounting/' },
    to: { path: '^server/src/features/(posting|customer-invoices|payments)/' },
  },
  {
    name: 'routes-call-only-services',
    comment: 'routes → service → queries | providers',
    from: { path: FEATURE_FILE('routes') },
    to: { path: ['^server/src/providers/', FEATURE_FILE('queries')] },
  },
  {
    name: 'no-feature-file-imports-routes',
    from: { path: '^server/src/features/', pathNot: FEATURE_FILE('routes') },
    to: { path: FEATURE_FILE('routes') },
  },
  {
    name: 'queries-only-read-and-write-rows',
    from: { path: FEATURE_FILE('queries') },
    to: { path: ['^server/src/(providers|http|jobs)/', FEATURE_FILE('service')] },
  },
]

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const WEB = [
  {
    name: 'pages-do-not-import-the-app',
    comment: 'app → pages → features → shared',
    from: { path: '^web/src/pages/' },
    to: { path: '^web/src/(app/|main[.])' },
  },
  {
    name: 'web-features-do-not-cross',
    from: { path: '^web/src/features/([^/]+)/' },
    to: { path: '^web/src/', pathNot: '^web/src/(features/$1|shared)/' },
  },
  {
    name: 'shared-imports-only-shared',
    from: { path: '^web/src/shared/' },
    to: { path: '^web/src/', pathNot: '^web/src/shared/' },
  },
  {
    name: 'icons-come-from-one-file',
    comment: "The package's index loads thousands of icons.",
    from: { path: '^web/src/', pathNot: '^web/src/shared/ui/icons[.]ts$' },
    to: { path: '^(node_modules/)?@tabler/' },
  },
]

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const EVERYWHERE = [
  {
    name: 'no-cycles',
    comment: 'Modules must not import each other in a circle, not even for types.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'imports-resolve',
    comment: 'An import that cannot be resolved would slip past every other rule.',
    from: {},
    to: { couldNotResolve: true },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...WORKSPACES, ...SERVER, ...WEB, ...EVERYWHERE].map((rule) => ({
    ...rule,
    severity: 'error',
  })),
  options: {
    // Its TypeScript parser cannot use TypeScript 7.
    parser: 'swc',
    exclude: '[.]test[.](ts|tsx|mjs)$',
    doNotFollow: 'node_modules',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
