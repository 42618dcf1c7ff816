export declare const commandFlags: string[]
export declare const serverFlags: string[]
export declare const serverEnvironment: Record<string, string>
