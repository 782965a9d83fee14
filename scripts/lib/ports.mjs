// Finds free ports for servers. Processes of a test run never get the same one.
import { closeSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Below the ephemeral range, where outgoing connections could take a port before the server does.
const PORTS = { from: 20_000, count: 12_000 }

/**
 * Holds a free port until it's released.
 * @returns {Promise<{ port: number, release: () => Promise<void> }>}
 */
export const reservePort = async () => {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    const release = claim(port) && (await tryPort(port))
    if (release) return { port, release }
  }
}

/** A port that is free now, for a server that starts soon. */
export const freePort = async () => {
  const { port, release } = await reservePort()
  await release()
  return port
}

/**
 * Between the check of a port and the start of its server, another process must not get it. So each process of a run marks
 * its ports in the folder for temporary files, until it exits.
 * @param {number} port
 */
const claim = (port) => {
  const mark = join(tmpdir(), `invoice-desk-port-${port}`)
  try {
    closeSync(openSync(mark, 'wx'))
  } catch {
    return false
  }
  if (marks.size === 0) process.once('exit', () => marks.forEach(remove))
  marks.add(mark)
  return true
}

/** @type {Set<string>} */
const marks = new Set()
/** @param {string} mark */
const remove = (mark) => rmSync(mark, { force: true })

/**
 * Listens on all addresses, because a server on any of them takes the port.
 * @param {number} port
 * @returns {Promise<(() => Promise<void>) | undefined>} undefined if the port is in use
 */
const tryPort = (port) =>
  new Promise((resolve) => {
    // A client of a previous server would keep the port from being released.
    const probe = createServer((socket) => socket.destroy())
    /** @returns {Promise<void>} */
    const release = () => new Promise((released) => probe.close(() => released()))
    probe.once('error', () => resolve(undefined))
    probe.listen(port, () => resolve(release))
  })
