// The part of s3rver's API that the tests use; the package has no types.
declare module 's3rver' {
  class S3rver {
    constructor(options: Record<string, unknown>)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
