import { expect, it } from 'vitest'
import { apiTestsOf, journeysOf, planOf } from './changed.mjs'

const VENDORS = 'web/src/features/vendors/list/list-tab.tsx'
const VENDORS_PAGE = 'web/src/pages/vendors-page.tsx'
const JOBS_PAGE = 'web/src/pages/jobs-page.tsx'
const MONEY = 'contract/src/values/money.ts'
const NAMES = 'contract/src/vendors/vendors.ts'
const RULES = 'server/src/features/vendors/rules.ts'

const IMPORTS = new Map([
  [VENDORS, [NAMES, MONEY]],
  [RULES, [NAMES]],
  [VENDORS_PAGE, [VENDORS]],
  [JOBS_PAGE, ['web/src/features/system/jobs.tsx']],
  ['web/src/features/payments/total.tsx', [MONEY]],
  ['web/src/app/routes.tsx', [VENDORS_PAGE, JOBS_PAGE]],
])

const LIST_TEST = 'web/src/features/vendors/list/vendor-list.page.test.tsx'
const PAY_TEST = 'web/src/features/payments/attempt/payment-form.page.test.tsx'
const JOBS_TEST = 'web/src/pages/jobs-page.page.test.tsx'
/** Tests the lists of several pages. */
const LISTS_TEST = 'web/src/pages/staff-lists.page.test.tsx'
const PAGE_TESTS = [LIST_TEST, PAY_TEST, JOBS_TEST, LISTS_TEST]

/** @param {...string} changed */
const plan = (...changed) =>
  planOf({ since: 'abc', changed, imports: IMPORTS, pageTests: PAGE_TESTS })

it.each([
  ['a part of a page', [VENDORS], ['vendors'], [LIST_TEST, LISTS_TEST]],
  [
    'what several features use',
    [MONEY],
    ['payments', 'vendors'],
    [LIST_TEST, PAY_TEST, LISTS_TEST],
  ],
  ['what only the server uses', [RULES], ['vendors'], []],
  ['what server and pages agree on', [NAMES], ['vendors'], [LIST_TEST, LISTS_TEST]],
  ['a page', [JOBS_PAGE], ['system'], [JOBS_TEST, LISTS_TEST]],
  ['a page test', [PAY_TEST], ['payments'], [PAY_TEST]],
  ['an API test', ['server/test/vendors/list.test.ts'], ['vendors'], []],
  ['a journey', ['e2e/vendors/mapping.test.ts'], ['vendors'], []],
  ['a document', ['docs/testing.md', 'README.md'], [], []],
])('finds the tests that can notice a change of %s', (_what, changed, features, pageTests) => {
  expect(plan(...changed)).toEqual({ since: 'abc', features, pageTests })
})

it.each(['package-lock.json', 'vitest.config.ts', 'web/test/answers.ts', 'server/src/app.ts'])(
  'runs everything after a change of %s',
  (file) => {
    const reason = `${file} belongs to no single feature`
    expect(plan(VENDORS, file)).toEqual({ since: 'abc', features: 'all', reason })
  },
)

it('knows the API tests and journeys of a feature', () => {
  const files = apiTestsOf(['vendors'])
  expect(files).toContain('server/test/vendors/list.test.ts')
  expect(files).toContain('server/test/vendors/acceptance.test.ts')
  expect(files.filter((file) => !file.startsWith('server/test/vendors/'))).toEqual([])
  expect(journeysOf(['vendors', 'overview'])).toEqual(['vendors', 'shell'])
})
