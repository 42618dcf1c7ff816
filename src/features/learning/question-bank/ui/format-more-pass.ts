export function formatMorePass(more: number): string {
  if (more === 0) return 'no one else will pass'
  return more === 1 ? 'one more will pass' : `${more} more will pass`
}
