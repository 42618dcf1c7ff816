// Loaded into the academy's process (NODE_OPTIONS=--import): twice a second it says for how long, at most, the processor was busy where requests are
// answered before anything else had its turn. By its clock of this thread, so that what else the machine does is not counted.

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
