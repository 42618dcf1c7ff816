// The order of an upgrade's steps and the messages when one fails; the steps themselves are in upgrade.mjs. Plain
// JavaScript for Node 20. Its types are in upgrade-order.d.mts.

/** A step failed; `message` says why and what to do. */
export class UpgradeError extends Error {}

/**
 * Builds next to the running version, migrates the database, then renews. Until the last step the previous version
 * serves, and it does so again if that fails. After the migration, an interruption waits for the end. Returns the exit
 * code.
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
    if (isServing && (await steps.isServedBy(name))) return await checked(steps, [`Version ${name} serves already.`])

    const database = isServing || before !== undefined ? await steps.askDatabase(name) : undefined
    const missing = database?.missing ?? []
    const alone = missing.find(({ mayOverlap }) => !mayOverlap)
    if (isServing && alone && !mayStop)
      throw new UpgradeError(
        `No older version may serve beside the migration ${alone.name}, so the academy must stand still for it: npm run upgrade -- --stop`,
      )
    let saved
    if (missing.length > 0 && database.applied > 0 && !isBackupLeftOut) {
      saved = await steps.backUp(name, backup)
      done = `Nothing but the backup ${saved} was made`
    }
    await mayGoOn(steps)
    isBegun = true
    if (isServing && alone !== undefined) {
      isStopped = true
      await steps.stop()
      await mayGoOn(steps)
    }
    if (missing.length > 0) {
      // First, since this process may be killed at any time.
      if (before !== undefined) steps.allowBeside(before)
      await steps.migrate(name)
      done = 'The database was brought up to date, and nothing else was changed'
    }

    const isServed = await serve()
    const said = isServed ? `Version ${name} serves.` : `Version ${name} is built, and the next start serves it.`
    const end = [said, wayBack({ missing: missing.length, saved })]
    if (isServed) return await checked(steps, end)
    for (const line of end) print(line)
    return 0
  } catch (error) {
    print(error.message)
    if (isBegun && !isStarted) await goBack()
    print(`${done}${isServing ? `; ${await whatServes()}` : ''}.`)
    print('What to do then: docs/upgrading.md, "When it fails".')
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
    if (serving === undefined) return 'whether anything serves now could not be found out'
    if (serving === 'none') return 'nothing serves now'
    if (serving === 'some') return 'only a part of what served before serves now'
    return isStopped ? 'what was stopped serves again' : 'what served before goes on serving'
  }
}

async function mayGoOn(steps) {
  if (await steps.isInterrupted()) throw new UpgradeError('It was interrupted.')
}

/** Prints these lines in any case: the version serves, whatever its problems. */
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
    return 'To go back: put the sources of before into this folder, and run npm run upgrade again. The database was not changed.'
  const from = saved === undefined ? 'your backup from before' : saved
  return `To go back the database needs the backup from before: ${from} (docs/upgrading.md, "Going back").`
}
