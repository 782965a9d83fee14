// A lab that keeps invoice files in an S3 server of its own, as several processes of the app need.
import { startS3 } from '@invoice-desk/testing/app/s3-server'
import { type Lab, openLab } from './lab.ts'

export type Fleet = Lab & {
  /** Where the S3 server keeps its files. */
  readonly bucketDir: string
}

export const openFleet = async (
  processes: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Fleet> => {
  await using stack = new AsyncDisposableStack()
  const s3 = await startS3()
  stack.defer(s3.close)
  const lab = stack.use(await openLab(processes, { ...s3.env, ...env }))
  const resources = stack.move()
  const close = () => resources.disposeAsync()
  return { ...lab, bucketDir: s3.directory, close, [Symbol.asyncDispose]: close }
}
