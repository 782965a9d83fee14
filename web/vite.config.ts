// Builds the pages: hashed files under /assets/, with nothing inlined because the content security policy forbids it.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const brotli = promisify(brotliCompress)

/** The best quality takes ten seconds for the decoder of photos, and makes it 15% smaller. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const LARGE_BYTES = 1024 * 1024

const COMPRESSIONS = [
  ['.gz', promisify(gzip)],
  ['.br', (content: Buffer) => brotli(content, content.length > LARGE_BYTES ? QUICKLY : {})],
] as const

// Compresses each file once, so the server doesn't have to on each request.
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const assets = join(dir, 'assets')
    const files = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name))
    const compressFile = async (file: string) => {
      const content = await readFile(join(assets, file))
      for (const [ending, compress] of COMPRESSIONS) {
        await writeFile(join(assets, file + ending), await compress(content))
      }
    }
    await Promise.all(files.map(compressFile))
  },
})

// Zod's code for JSON schemas and messages, of which the pages write none, and React Router's for tracing. None of it is called.
const UNUSED =
  /zod\/v4\/(core\/(json-schema-processors|to-json-schema)|locales\/en)\.js$|react-router\/.*\/router\/instrumentation\.js$/

const withoutUnused = (): Plugin => ({
  name: 'without-unused',
  apply: 'build',
  transform: {
    filter: { id: UNUSED },
    handler: (code) => {
      const listed = /^export \{(.+)\}/m.exec(code)?.[1]?.split(',') ?? []
      const exported = code.matchAll(/export (?:(default)|const|function) (\w+)/g)
      return [
        ...Array.from(exported, ([, isDefault, name]) => isDefault ?? `const ${name} =`),
        ...listed.map((name) => `const ${name.trim().split(' as ').at(-1)} =`),
      ]
        .map((start) => `export ${start} () => {}`)
        .join('\n')
    },
  },
})

// Small parts of several pages. Without this, each would be a file of its own. None may be part of the landing page.
const PARTS = new RegExp(
  [
    '@tanstack|Skeleton|VisuallyHidden|get-env|use-debounced|classic/coerce',
    'contract/src/.*/(human-check|identity|ids|invoice-form|money)\\.',
    'web/src/app/with-queries|features/identity/(api|navigation|staff-links)',
    'web/src/shared/.*/(infinite-list|use-infinite-list|endless-list|confirm-leave|load-before-use|queries|stored-json|times|today|count-text|lazy-part|use-change|drafts|use-draft)',
    'web/src/shared/ui/.*(confirm|data-table|email-text|empty|loaded|more-rows|table-)',
  ].join('|'),
)

// What many files of the staff pages need, but few public ones.
const ONLY_STAFF =
  /mantine.form|klona|deep-equal|Checkbox|Combobox|InlineInput|InputsGroup|contract\/src\/(accounting\/accounting|approval\/approval)\.|features\/approval/

// What lists have above their rows. Dialogs and inputs that only some lists have stay out.
const LIST = new RegExp(
  [
    'tabler/.*Icon(Bookmark|ChevronDown|Filter|Trash|X)\\.',
    'NativeSelect|Combobox/(Combobox.module|ComboboxChevron|get-parsed)|contract/src/identity/saved-views',
    'web/src/shared/.*/(copy-text|download|saved-views|use-url-filters|use-popup)',
    'web/src/shared/ui/(table/sort-select|list/(list.module|export|filter-(bar|chips|menu)|filtered|option|view))',
  ].join('|'),
)

/** Every page loads the names of all scripts and styles, so they're short: a hash can't be compressed, and the shortest possible has seven characters. */
const SHORT_NAMES = 'assets/[hash:7]'
const FILE_NAMES = 'assets/[name]-[hash:7]'

/** The default also has the line, and a longer hash. */
const classNameOf = (name: string, file: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`

export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [react(), withoutUnused(), compressed()],
  css: { modules: { generateScopedName: classNameOf } },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { entryFileNames: `${FILE_NAMES}.js` },
      // The decoder of photos mentions modules that it needs only in Node.
      external: ['fs', 'path', 'crypto'],
    },
  },
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    // All have light-dark(), which would be rewritten for older ones in a way that ignores the visitor's choice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Code that rarely changes stays in the browser's cache after a release.
    rolldownOptions: {
      // Compressing is most of the work, and not worth a warning.
      checks: { pluginTimings: false },
      output: {
        chunkFileNames: `${SHORT_NAMES}.js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `${name.endsWith('.css') ? SHORT_NAMES : FILE_NAMES}[extname]`,
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
            { name: 'app', tags: ['$initial'] },
            // What most pages need, in one file instead of forty. The landing page needs none of it.
            { name: 'shared', minShareCount: 10, test: (id) => !ONLY_STAFF.test(id) },
            // The landing page needs these, and nothing else of what pages share.
            {
              name: 'status',
              test: /contract\/src\/(bills\/bill-status|identity\/tools)\.|ui\/status-chip/,
              priority: 1,
            },
            { name: 'parts', test: PARTS },
            { name: 'list', test: LIST },
            {
              name: 'human-check',
              test: /web\/src\/shared\/.*(human-check|load-script)|contract\/src\/http\/common-errors/,
            },
            {
              name: 'payments',
              test: /contract\/src\/(customer-invoices\/(customer-invoices|customer-pass|terms)|payments\/(pay-path|payment-(errors|methods)))/,
            },
            // What forms of staff need to keep input.
            {
              name: 'drafts',
              test: /web\/src\/shared\/(drafts\/use-form-draft|ui\/.*(draft-notice|row-button|form-buttons))/,
            },
            { name: 'records', test: /ui\/form\/(field-problems|use-record-form)/ },
            // Google's redirect page goes on to the other one.
            {
              name: 'relay',
              test: /contract\/src\/relay\/mail-relay|features\/relay|pages\/(mail-relay|gmail-redirect)/,
            },
            // Small parts of a few pages each.
            { name: 'words', test: /shared\/(api\/file-name|browser\/for-each-of)/ },
            { name: 'tabs', test: /page-tabs\.module|settings-tabs/ },
            { name: 'files', test: /ui\/form\/file-zone|shared\/api\/upload|IconUpload\./ },
            {
              name: 'sign-in',
              test: /return-path|session\/(sign-in|callback)|shared\/(navigation\/callback-search|api\/validation-problem)|pages\/(google|qbo)-redirect/,
            },
            { name: 'keys', test: /ui\/key-hint|shared\/browser\/command-key|IconCircleCheck\./ },
            {
              name: 'notices',
              test: /notice-choices|\/Radio\/|contract\/src\/approval\/preferences/,
            },

            { name: 'portal', test: /\/Portal\/|DirectionProvider|to-int/ },
            { name: 'vendors', test: /contract\/src\/(accounting\/vendors|values\/tax-id)/ },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
