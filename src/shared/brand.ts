declare const brand: unique symbol

/** A value that was validated once, where it entered the program, as its type shows. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
