/** The address of another database on this server. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/\/[^/?]*(\?|$)/, `/${database}$1`)
}
