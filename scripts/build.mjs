// Builds the pages if their sources have changed.
import { buildPages, command } from './lib/toolchain.mjs'

await command(buildPages)
