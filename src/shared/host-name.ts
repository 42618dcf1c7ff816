/** Whether passkeys can belong to this host: browsers take names alone, `localhost` among them, and no numbers. */
export function isHostName(host: string): boolean {
  return !/^[\d.]+$|^\[|:/.test(host)
}
