// The order of an upgrade's steps and the messages when one fails; the steps themselves are in upgrade.mjs. Plain
// JavaScript for Node 20. Its types are in upgrade-order.d.mts.

/** A step failed; `message` says why and what to do. */
export class UpgradeError extends Error {}

/**
 * Builds next to the running version, migrates the database, then restarts the processes with the new version. Until
 * that last step, the previous version serves requests, and it does so again if the step fails. An interruption after
 * the migration takes effect only at the end. Returns the exit code.
 */
export async function upgrade(steps, { backup, isBackupLeftOut = false, mayStop = false } = {}) {
  const { print } = steps
  let done = 'Nothing was changed'
  let isServing = false
  let before
  let name
  let isBegun = false
  let isStopped = false
  let isStarted = false
  try {
    ;({ isServing, before } = await steps.look())
    name = await steps.build()
    if (isServing && (await steps.isServedBy(name)))
      return await checked(steps, [`Version ${name} is already running.`])

    const database = isServing || before !== undefined ? await steps.askDatabase(name) : undefined
    const missing = database?.missing ?? []
    const alone = missing.find(({ mayOverlap }) => !mayOverlap)
    if (isServing && alone && !mayStop)
      throw new UpgradeError(
        `The migration ${alone.name} requires brief downtime, because older versions can't run with it. To allow it: npm run upgrade -- --stop`,
      )
    let saved
    if (missing.length > 0 && database.applied > 0 && !isBackupLeftOut) {
      saved = await steps.backUp(name, backup)
      done = `Only the backup ${saved} was made`
    }
    await mayGoOn(steps)
    isBegun = true
    if (isServing && alone !== undefined) {
      isStopped = true
      await steps.stop()
      await mayGoOn(steps)
    }
    if (missing.length > 0) {
      // Recorded first, because this process may be killed at any time.
      if (before !== undefined) steps.allowBeside(before)
      await steps.migrate(name)
      done = 'The database was migrated, and nothing else was changed'
    }

    const isServed = await serve()
    const said = isServed
      ? `Version ${name} is running.`
      : `Version ${name} is built. It will run the next time you start the academy.`
    const end = [said, wayBack({ missing: missing.length, saved })]
    if (isServed) return await checked(steps, end)
    for (const line of end) print(line)
    return 0
  } catch (error) {
    print(error.message)
    if (isBegun && !isStarted) await goBack()
    print(`${done}${isServing ? `; ${await whatServes()}` : ''}.`)
    print('See "When it fails" in docs/upgrading.md.')
    return 1
  }

  async function serve() {
    steps.serve(name)
    if (!isServing) return false
    if (!isStopped) return steps.renew(name)
    isStarted = true
    return steps.start()
  }

  async function goBack() {
    try {
      if (before !== undefined) steps.serveAgain(before, name)
      if (isStopped) await steps.start()
    } catch (error) {
      print(error.message)
    }
  }

  async function whatServes() {
    const serving = await steps.serving().catch(() => undefined)
    if (serving === undefined) return 'it is unknown whether the academy is responding'
    if (serving === 'none') return 'the academy is not responding'
    if (serving === 'some') return 'only some of the earlier processes are responding'
    return isStopped ? 'the previous version is running again' : 'the previous version is still running'
  }
}

async function mayGoOn(steps) {
  if (await steps.isInterrupted()) throw new UpgradeError('The upgrade was interrupted.')
}

/** Runs the checks, and prints these lines even if the checks find problems, because the new version is running. */
async function checked({ check, print }, lines) {
  const wrong = await check().then(
    () => undefined,
    (error) => error,
  )
  if (wrong) print(wrong.message)
  for (const line of lines) print(line)
  return wrong ? 1 : 0
}

function wayBack({ missing, saved }) {
  if (missing === 0)
    return 'To go back, check out the previous version in this folder and run npm run upgrade again. The database was not changed.'
  const from = saved === undefined ? 'the backup you made earlier' : `the database backup ${saved}`
  return `To go back, restore ${from}. See "Going back" in docs/upgrading.md.`
}
