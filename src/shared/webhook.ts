/** Where the card provider sends its events. */
export function getWebhookUrl({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/webhooks/stripe`
}

/** Two secrets during rotation, separated by a comma. */
export function splitSecrets(text = ''): string[] {
  return text
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
}

/** Whether a text has the form of a webhook's signing secret. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_\S{8,}$/.test(text)
}
