type Academy = { pid: number; isHidden?: true; unit?: string | undefined; how?: string; env?: Record<string, string> }

export declare function findRunningAcademies(
  root: string,
  system?: { proc?: string; readLink?: (file: string) => string; mainPidOf?: (unit: string) => number },
): Academy[]
export declare function canSeeOtherUsers(proc?: string): boolean
