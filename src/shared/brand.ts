declare const brand: unique symbol

/** A value that has been checked once, at the border, and carries that in its type. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
