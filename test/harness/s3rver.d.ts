/** The part of s3rver that tests use; the package has no types. */
declare module 's3rver' {
  type Options = {
    address: string
    port: number
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: { name: string }[]
  }
  type Upload = { bucket: string; key: string; content: AsyncIterable<Uint8Array>; metadata: Record<string, string> }
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
    store: {
      putObject(upload: Upload): Promise<{ size: number; md5: string }>
      listObjects(bucket: string, options: { maxKeys: number }): Promise<unknown>
      putMetadata(bucket: string, key: string, metadata: Record<string, string>, md5: string): Promise<void>
      getResourcePath(bucket: string, key: string, resource: 'object'): string
    }
  }
}
