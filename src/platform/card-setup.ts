/** How the browser confirms a card. `none` means that no keys are set up, so nothing can be sold yet. */
export type CardSetup =
  | { provider: 'none' }
  | { provider: 'stripe'; publishableKey: string }
  | { provider: 'stand-in'; publishableKey: string; url: string }
