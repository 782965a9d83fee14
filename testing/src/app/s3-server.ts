// An S3 server for a test, which checks signatures like the real one.
/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

const BUCKET = 'invoices'

export const startS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'desk-s3-'))
  const server = new S3rver({
    port: 0,
    address: 'localhost',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  let isRunning = true
  return {
    directory: join(directory, BUCKET),
    env: {
      FILES_S3_ENDPOINT: `http://localhost:${port}`,
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_KEY: 'S3RVER',
      FILES_S3_SECRET: 'S3RVER',
    },
    close: async () => {
      if (isRunning) await server.close()
      isRunning = false
      await rm(directory, { recursive: true, force: true })
    },
  }
}
