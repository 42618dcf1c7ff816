// `npm run dev` loads this before the academy. Reports each of our files that the server or its threads load.
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const fromThreads = new BroadcastChannel('loaded files')
fromThreads.unref()
if (isMainThread) fromThreads.addEventListener('message', ({ data }) => process.send?.(data))

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:') && !url.includes('/node_modules/')) report({ loaded: url })
    return nextLoad(url, context)
  },
})

function report(message) {
  if (isMainThread) process.send?.(message)
  else fromThreads.postMessage(message)
}
