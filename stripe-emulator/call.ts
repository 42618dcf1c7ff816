import type { Access } from './access.ts'
import type { Form } from './form.ts'
import type { Changes } from './state.ts'

/** A request to the provider's API as its handler receives it. */
export type Call = { access: Access; id: string; form: Form; changes: Changes }

export type Post = (url: string, answer: (call: Call) => object) => void
export type Remove = Post
export type Get = (url: string, answer: (call: Omit<Call, 'changes'>) => object) => void

export type Calls = { post: Post; get: Get; remove: Remove }
