type Database = { applied: number; missing: { name: string; mayOverlap: boolean }[] }

export declare class UpgradeError extends Error {}

export type UpgradeSteps = {
  look(): Promise<{ before: string | undefined; isServing: boolean }>
  build(): Promise<string>
  isServedBy(name: string): Promise<boolean>
  askDatabase(name: string): Promise<Database>
  backUp(name: string, file: string | undefined): Promise<string>
  stop(): Promise<void>
  migrate(name: string): Promise<void>
  serve(name: string): void
  allowBeside(name: string): void
  serveAgain(name: string, failed: string): void
  start(): Promise<boolean>
  renew(name: string): Promise<boolean>
  check(): Promise<void>
  serving(): Promise<'all' | 'some' | 'none'>
  isInterrupted(): Promise<boolean>
  print(line: string): void
}

export declare function upgrade(
  steps: UpgradeSteps,
  options?: { backup?: string; isBackupLeftOut?: boolean; mayStop?: boolean },
): Promise<number>
