// Finding a free port for a server that a command or a test starts.
import { createServer } from 'node:net'

// Below the ports that the system gives to outgoing connections, so that none of those takes it before the server does.
const PORTS = { from: 20_000, count: 12_000 }

/**
 * A free port that no other program can take until it is released.
 * @returns {Promise<{ port: number, release: () => Promise<void> }>}
 */
export const keepPort = async () => {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    const release = await tryPort(port)
    if (release) return { port, release }
  }
}

/** A port that is free right now, for a server that is about to start. */
export const freePort = async () => {
  const { port, release } = await keepPort()
  await release()
  return port
}

/**
 * Listens on every address, because a server on just one of them also makes the port taken.
 * @param {number} port
 * @returns {Promise<(() => Promise<void>) | undefined>} undefined when the port is taken
 */
const tryPort = (port) =>
  new Promise((resolve) => {
    // Whoever still asks for a server that was here before would keep the port from being released.
    const probe = createServer((socket) => socket.destroy())
    /** @returns {Promise<void>} */
    const release = () => new Promise((released) => probe.close(() => released()))
    probe.once('error', () => resolve(undefined))
    probe.listen(port, () => resolve(release))
  })
