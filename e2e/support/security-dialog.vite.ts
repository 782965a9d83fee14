// Builds the security dialog's test page like the product's pages, but neither minified nor compressed, which takes seconds.
import { mergeConfig } from 'vite'
import web from '../../web/vite.config.ts'

const isNamed = (plugin: unknown, name: string): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name

const plugins = web.plugins?.filter((plugin) => !isNamed(plugin, 'compressed'))

// biome-ignore lint/style/noDefaultExport: Vite requires one.
export default mergeConfig({ ...web, plugins }, { build: { minify: false } })
