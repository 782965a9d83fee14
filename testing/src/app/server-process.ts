// Starts the real server as a child process.
import { SERVER_PROGRAM } from '../../../scripts/lib/processes.mjs'
import type { SandboxSite } from '../sandbox/control.ts'
import { type Program, type ProgramOptions, startProgram } from './program.ts'
import { deskSettings } from './settings.ts'

export type ServerProcess = Program & { readonly url: string }

export const startServer = async (
  sandbox: SandboxSite,
  port: number,
  env: Readonly<Record<string, string>>,
  output?: ProgramOptions['output'],
): Promise<ServerProcess> => {
  const url = `http://localhost:${port}`
  const program = await startProgram({
    name: 'server',
    args: SERVER_PROGRAM,
    env: { ...deskSettings({ port, sandbox }), LOG_LEVEL: 'warn', ...env },
    readyUrl: `${url}/api/health`,
    output,
  })
  return { ...program, url }
}
