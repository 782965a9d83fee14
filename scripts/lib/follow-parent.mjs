// Preloaded into child processes, so that they stop when the command is killed and don't keep its port and data folder.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
