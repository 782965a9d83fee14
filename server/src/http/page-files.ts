// Lists a page's initial files in its HTML, so the browser loads them in parallel.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
)
type Manifest = z.infer<typeof manifest>
type Files = {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The typeface, for almost all letters of every page. */
  readonly font: string | undefined
}

const ENTRY = 'index.html'

/** The files of a page by its name; empty before the first build. */
export const readPageFiles = async (webDir: string): Promise<(name: string) => Files> => {
  const text = await readFile(join(webDir, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  const chunks = manifest.parse(JSON.parse(text))
  return (name) => {
    const names = reach(chunks, [ENTRY, `src/pages/${name}-page.tsx`])
    const parts = [...names].flatMap((each) => chunks[each] ?? [])
    return {
      scripts: parts.map(({ file }) => file),
      styles: [...new Set(parts.flatMap(({ css }) => css))],
      font: chunks[ENTRY]?.assets.find((file) => /-latin-wght-.*\.woff2$/.test(file)),
    }
  }
}

const reach = (chunks: Manifest, start: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const next of chunks[name]?.imports ?? []) visit(next)
  }
  start.forEach(visit)
  return found
}

/** The tags that the build writes for the app. */
const APP_FILES = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g

/** Adds styles directly, and scripts in a template that `first-view.js` activates after the first paint. */
export const addFileTags = (document: string, { scripts, styles, font }: Files): string => {
  const isNew = (file: string) => !document.includes(`"/${file}"`)
  const app = [
    ...(document.match(APP_FILES) ?? []).map((tag) => tag.trim()),
    ...scripts
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
  const links = styles
    .filter(isNew)
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  const preload = font
    ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`]
    : []
  const template = `<template id="app-files">${app.join('')}</template>`
  return document
    .replaceAll(APP_FILES, '')
    .replace(
      '</head>',
      () => `${[...preload, ...links, template].map((tag) => `  ${tag}\n  `).join('')}</head>`,
    )
}
