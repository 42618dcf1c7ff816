/** Whether this host can have passkeys. Browsers accept only names, including `localhost`, and no IP addresses. */
export function isHostName(host: string): boolean {
  return !/^[\d.]+$|^\[|:/.test(host)
}
