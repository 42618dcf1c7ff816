// Loaded into the academy's process (NODE_OPTIONS=--import). Reports twice a second the maximum time that the serving
// thread was busy without yielding, by this thread's processor clock, which excludes other processes.

const LOOK_EVERY_MS = 2
const SAY_EVERY_MS = 500

if (process.argv[1]?.endsWith('main.ts')) {
  let longest = 0
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }, LOOK_EVERY_MS).unref()
  setInterval(() => {
    console.log(`longest run ${longest.toFixed(1)} ms`)
    longest = 0
  }, SAY_EVERY_MS).unref()
}
