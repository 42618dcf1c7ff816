/** Whether this host can have passkeys: browsers accept only names, including `localhost`, not IP addresses. */
export function isHostName(host: string): boolean {
  return !/^[\d.]+$|^\[|:/.test(host)
}
