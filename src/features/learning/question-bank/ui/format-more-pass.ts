export function formatMorePass(more: number): string {
  if (more === 0) return 'nobody more passes'
  return more === 1 ? 'one more will pass' : `${more} more will pass`
}
