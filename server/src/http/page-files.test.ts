// Tests which files a page's HTML lists.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addFileTags, readPageFiles } from './page-files.ts'

it('lists each file of a page once and defers scripts until after the first paint', async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'desk-web-'))
  const chunks = {
    'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
    'src/pages/vendors-page.tsx': {
      file: 'assets/vendors.js',
      imports: ['index.html', '_parts.js', '_shared.js'],
      css: ['assets/vendors.css'],
    },
    '_parts.js': { file: 'assets/parts.js', imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
  }
  await mkdir(join(webDir, '.vite'))
  await writeFile(join(webDir, '.vite', 'manifest.json'), JSON.stringify(chunks))
  const files = (await readPageFiles(webDir))('vendors')
  await rm(webDir, { recursive: true })
  const document = addFileTags(
    '<head><script type="module" src="/assets/index.js"></script><link rel="stylesheet" href="/assets/index.css"></head>',
    files,
  )
  const named = [...document.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)
  expect(named.toSorted()).toEqual([
    '/assets/index.css',
    '/assets/index.js',
    '/assets/parts.js',
    '/assets/shared.js',
    '/assets/vendors.css',
    '/assets/vendors.js',
  ])
  const [, deferred = ''] = /<template id="app-files">(.*)<\/template>/.exec(document) ?? []
  expect(deferred.match(/\.js"/g)).toHaveLength(4)
  expect(deferred).not.toContain('stylesheet')
  expect(document.replace(deferred, '')).not.toContain('assets/index.js')
})

it('lists nothing before the first build', async () => {
  expect((await readPageFiles('/nowhere'))('landing')).toEqual({ scripts: [], styles: [] })
})
