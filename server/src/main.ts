// Starts the server process and shuts it down gracefully.

import { DataDirectoryInUse } from './db/lock.ts'
import { MigrationRefused } from './db/migrate.ts'
import { SmtpPortError } from './features/relay/smtp/listener.ts'
import { createServer, type RunningServer } from './server.ts'
import { ConfigError, readConfig } from './settings/config.ts'

const CLOSE_TIMEOUT_MS = 25_000
/** Errors whose message says what to do. */
const EXPLAINED = [ConfigError, DataDirectoryInUse, MigrationRefused, SmtpPortError]

const start = async (): Promise<RunningServer> => {
  const config = readConfig(process.env)
  const server = await createServer(config)
  try {
    await server.app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await server.close()
    throw error
  }
  return server
}

const explain = (error: unknown): string => {
  if (error instanceof Error && EXPLAINED.some((kind) => error instanceof kind))
    return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return `Port ${process.env.PORT ?? 3000} is in use. Stop the program that uses it, or set PORT to a different one.`
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `Can't write to DATA_DIR (${process.env.DATA_DIR ?? './data'}): ${String(error)}`
  }
  if (code === 'ECONNREFUSED')
    return `The database at DATABASE_URL isn't responding: ${String(error)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  const server = await start()
  let isClosing = false
  const stop = async () => {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref()
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
