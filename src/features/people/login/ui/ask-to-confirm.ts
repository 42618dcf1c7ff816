/** Opens the dialog that asks again who is there. What it is made of is named here, and not in the script that every page loads. */
export async function askToConfirm(): Promise<boolean> {
  const dialog = await import('./confirm-dialog.tsx')
  return dialog.askToConfirm()
}
