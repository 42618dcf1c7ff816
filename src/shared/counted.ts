/** '1 file', '2 files'. */
export function counted(many: number, one: string): string {
  return `${many} ${many === 1 ? one : `${one}s`}`
}
