declare const brand: unique symbol

/** A value that was validated once, at the boundary, and carries that in its type. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
