type Database = { applied: number; missing: { name: string; mayOverlap: boolean }[] }

export declare class Failed extends Error {
  constructor(message: string, how?: { isDown?: boolean })
  readonly isDown: boolean
}

export type Steps = {
  look(): Promise<{ before: string | undefined; isServing: boolean }>
  build(): Promise<string>
  isServedBy(name: string): Promise<boolean>
  askDatabase(name: string): Promise<Database>
  backUp(name: string, file: string | undefined): Promise<string>
  stop(): Promise<void>
  migrate(name: string): Promise<void>
  serve(name: string): void
  serveAgain(name: string): void
  start(): Promise<boolean>
  renew(name: string): Promise<boolean>
  check(): Promise<void>
  tell(line: string): void
}

export declare function upgrade(
  steps: Steps,
  options?: { backup?: string; isBackupLeftOut?: boolean; mayStop?: boolean },
): Promise<number>
