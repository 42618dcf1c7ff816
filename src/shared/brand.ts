declare const brand: unique symbol

/** A type for values that were validated once, where they entered the program. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
