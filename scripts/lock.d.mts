type GiveBack = () => void

export declare function tryLock(folder: string): GiveBack | undefined
export declare function takeAfter(folder: string, found: number): GiveBack | undefined
