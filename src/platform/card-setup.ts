/** How the browser confirms a card. `none`: nothing can be sold yet, because no keys are set up. */
export type CardSetup =
  | { provider: 'none' }
  | { provider: 'stripe'; publishableKey: string }
  | { provider: 'stand-in'; publishableKey: string; url: string }
