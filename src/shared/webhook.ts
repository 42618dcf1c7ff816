/** Returns the URL to which the card provider sends its events. */
export function getWebhookUrl({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/webhooks/stripe`
}

/** Splits the setting. While a secret is being replaced, it contains two secrets, separated by a comma. */
export function splitSecrets(text = ''): string[] {
  return text
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
}

/** Whether a text looks like the secret with which a webhook signs. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_\S{8,}$/.test(text)
}
