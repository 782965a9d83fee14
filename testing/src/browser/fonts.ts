// Gives the test browser only the project's fonts, so that pages have the same size on every machine.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DEFAULT_FONT, WIDE_FONT } from './font-names.ts'

const require = createRequire(import.meta.url)
const FOLDERS = [
  dirname(require.resolve('@expo-google-fonts/arimo/package.json')),
  join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf'),
]

/** Writes a fontconfig file that hides the machine's fonts, and returns its path. */
export const writeFontConfig = (): string => {
  const folder = join(tmpdir(), 'invoice-desk-fonts')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `fonts-${process.pid}.conf`)
  writeFileSync(file, configOf(folder))
  return file
}

const configOf = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${FOLDERS.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${cache}</cachedir>
  <match>
    <edit name="family" mode="append_last" binding="strong">
      <string>${DEFAULT_FONT}</string>
      <string>${WIDE_FONT}</string>
    </edit>
  </match>
  <match>
    <test name="family"><string>monospace</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>DejaVu Sans Mono</string></edit>
  </match>
</fontconfig>
`
