/** Whether this host can have passkeys. Browsers accept only names, including `localhost`, but no IP addresses. */
export function isHostName(host: string): boolean {
  return !/^[\d.]+$|^\[|:/.test(host)
}
