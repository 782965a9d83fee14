// Builds the pages when they are new or have changed; the packages must be installed.
import { buildPages, command } from './toolchain.mjs'

await command(buildPages)
