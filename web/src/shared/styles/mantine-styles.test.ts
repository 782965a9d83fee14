// Every Mantine component in use has its styles. Without them it would look like plain HTML.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SOURCE = fileURLToPath(new URL('../../', import.meta.url))
const LIBRARY = fileURLToPath(
  new URL('../../../../node_modules/@mantine/core/styles/', import.meta.url),
)

const read = (path: string) => readFileSync(SOURCE + path, 'utf8')
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name)

it('imports the styles of each component', () => {
  const code = globSync('**/*.tsx', { cwd: SOURCE }).map(read).join('\n')
  const imports = matches(code, /import {([^}]*)} from '@mantine\/core'/g).join(',')
  const used = new Set(matches(imports, /(?<![\w ])\s*([A-Z]\w*)/g))
  const styled = [...used].filter((name) => existsSync(`${LIBRARY}${name}.layer.css`))
  const sheets = read('shared/styles/mantine-base.css') + read('shared/styles/mantine-rest.css')
  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((name) => !sheets.includes(`/${name}.layer.css`))).toEqual([])
})
