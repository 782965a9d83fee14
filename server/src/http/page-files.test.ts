// The files listed in a page's HTML.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nameFiles, pageNameOf, readPageFiles } from './page-files.ts'

it('maps a path to its page', () => {
  expect(['/', '/auth', '/auth/google/redirect', '/pay-invoice'].map(pageNameOf)).toEqual([
    'landing',
    'auth',
    'google-redirect',
    'pay-invoice',
  ])
})

it('lists the files of a page once and keeps scripts for after the first paint', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'desk-web-'))
  const chunks = {
    'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
    'src/app/with-queries.tsx': { file: 'assets/queries.js', imports: ['_shared.js'] },
    'src/pages/vendors-page.tsx': {
      file: 'assets/vendors.js',
      imports: ['index.html', '_shared.js'],
      css: ['assets/vendors.css'],
    },
    '_shared.js': { file: 'assets/shared.js' },
  }
  await mkdir(join(webDir, '.vite'))
  await writeFile(join(webDir, '.vite', 'manifest.json'), JSON.stringify(chunks))
  const files = (await readPageFiles(webDir))('vendors')
  await rm(webDir, { recursive: true })
  const document = nameFiles(
    '<head><script type="module" src="/assets/index.js"></script><link rel="stylesheet" href="/assets/index.css"></head>',
    files,
  )
  const named = [...document.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)
  expect(named.toSorted()).toEqual([
    '/assets/index.css',
    '/assets/index.js',
    '/assets/queries.js',
    '/assets/shared.js',
    '/assets/vendors.css',
    '/assets/vendors.js',
  ])
  const [, kept = ''] = /<template id="app-files">(.*)<\/template>/.exec(document) ?? []
  expect(kept.match(/\.js"/g)).toHaveLength(4)
  expect(kept).not.toContain('stylesheet')
  expect(document.replace(kept, '')).not.toContain('assets/index.js')
})

it('names nothing while nothing has been built', async () => {
  expect((await readPageFiles('/nowhere'))('landing')).toEqual({ scripts: [], styles: [] })
})
