type ReleaseLock = () => void

export declare function tryLock(folder: string): ReleaseLock | undefined
export declare function takeNextNumber(folder: string, found: number): ReleaseLock | undefined
