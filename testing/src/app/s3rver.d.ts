// The package brings no types of its own; this is what the tests use of it.
declare module 's3rver' {
  class S3rver {
    constructor(options: Record<string, unknown>)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
