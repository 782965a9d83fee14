// Runs the sandbox as its own process.
import { resolve } from 'node:path'
import { startSandbox } from './start.ts'

const DEFAULT_PORT = 3001
const PORT_MAX = 65_535

const portFrom = (name: string): number | undefined => {
  const text = process.env[name]
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= PORT_MAX) return port
  throw new Error(`${name} must be a port from 0 to ${PORT_MAX}, but it's "${text}".`)
}

const run = async (): Promise<void> => {
  const port = portFrom('SANDBOX_PORT') ?? DEFAULT_PORT
  const sandbox = await startSandbox({
    port,
    smtpPort: portFrom('SMTP_PORT'),
    dataDir: resolve(process.env.DATA_DIR || 'data'),
    appUrl: process.env.PUBLIC_URL || 'http://localhost:3000',
  })
  console.log(`Sandbox ready at ${sandbox.url}, email at ${sandbox.settings.mail?.SMTP_URL}`)

  const stop = () => {
    // A second signal then ends the process right away.
    process.off('SIGTERM', stop).off('SIGINT', stop)
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => fail("The sandbox didn't stop cleanly.", error),
    )
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}

const fail = (what: string, error: unknown): never => {
  console.error(`${what} ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

run().catch((error: unknown) => fail("The sandbox didn't start.", error))
