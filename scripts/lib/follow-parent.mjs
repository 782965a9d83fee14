// Preloaded into the processes that a command starts: when the command is killed outright, they close too
// instead of holding the port and the data folder for ever.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
