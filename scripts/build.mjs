// Builds the pages when they are new or have changed; the packages must be installed.
import { buildPages, command } from './lib/toolchain.mjs'

await command(buildPages)
