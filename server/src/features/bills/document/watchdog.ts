// Ends the process if the PDF it reads takes too much memory or time. A thread, because reading blocks the main one.

/** V8's own limit doesn't count the bytes that a compressed part of a PDF expands to. */
const MEMORY_BYTES_MAX = 400_000_000
/** Not by the clock, so a busy machine can still read every document. */
const CPU_MICROSECONDS_MAX = 3_000_000
const CHECK_MS = 20

setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > MEMORY_BYTES_MAX || user + system > CPU_MICROSECONDS_MAX)
    process.kill(process.pid, 'SIGKILL')
}, CHECK_MS)
