// Tokens and tasks of creatures are kept while the map is open. [CF-23.17]
import type { ScriptCall, TimedScriptCall } from './script-call.ts'

type Memory = Pick<Map<string, string>, 'get' | 'set' | 'delete'>

/** The memory of a creature. Other things get an empty memory that is not stored. */
export function creatureMemoryOf({ thing: { life } }: Pick<ScriptCall, 'thing'>): Memory {
  if (!life) return new Map()
  life.dialogueTokens ??= new Map()
  return life.dialogueTokens
}

/** `ms`: delay in milliseconds of the game clock. A creature has one task at a time. */
export function planTask(call: Pick<ScriptCall, 'game' | 'thing'>, task: string, ms: number): void {
  const memory = creatureMemoryOf(call)
  memory.set('task', task)
  memory.set('due', String(call.game.clock + ms))
}

export function takeDueTask(call: TimedScriptCall): string | undefined {
  const memory = creatureMemoryOf(call)
  const due = memory.get('due')
  if (due === undefined || call.game.clock < Number(due)) return undefined
  memory.delete('due')
  const task = memory.get('task')
  memory.delete('task')
  return task
}

export function isBusy(call: Pick<ScriptCall, 'thing'>): boolean {
  return creatureMemoryOf(call).get('task') !== undefined
}
