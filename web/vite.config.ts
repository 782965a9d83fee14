// Builds the pages: hashed files under /assets/, with nothing inlined because the content security policy forbids it.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'

const COMPRESSIONS = [
  ['.gz', promisify(gzip)],
  ['.br', promisify(brotliCompress)],
] as const

// Compresses each file once, so the server doesn't have to on each request.
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const assets = join(dir, 'assets')
    const files = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name))
    for (const file of files) {
      const content = await readFile(join(assets, file))
      for (const [ending, compress] of COMPRESSIONS) {
        await writeFile(join(assets, file + ending), await compress(content))
      }
    }
  },
})

// Code that almost every page with a form or server data needs, bundled into one file instead of twenty. It must not
// include anything that the first page needs.
const FORMS = new RegExp(
  [
    'node_modules/(zod|@tanstack)/',
    '@mantine/core/esm/core/(Box|factory|styles-api|InlineStyles)/',
    '@mantine/core/esm/components/(Button|CloseButton|Input|InputBase|Loader|Skeleton|TextInput|Transition|UnstyledButton)/',
    '@mantine/hooks/esm/(use-id|utils)/',
    'contract/src/(dates|email|endpoint|errors|identity|limits|loose|money|payment-errors|text|tools)',
    'web/src/(app/with-queries|shared/(api|api-error|queries|ui/(busy-button|card|data-table|table-skeleton)))\\b',
  ].join('|'),
)

export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [react(), compressed()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    // Code that rarely changes stays in the browser's cache after a release.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            { name: 'forms', test: FORMS, minShareCount: 4 },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
