/** Loads the dialog's code on demand, so that it is not part of the script that every page loads. */
export async function askToConfirm(): Promise<boolean> {
  const dialog = await import('./confirm-dialog.tsx')
  return dialog.askToConfirm()
}
