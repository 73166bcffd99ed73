// The memory of persons with scripts, while their map is open, and their plans. [CF-23.17]
import type { ScriptCall, TimeCall } from './script-call.ts'

type Memory = Pick<Map<string, string>, 'get' | 'set' | 'delete'>

/** Its tokens; a thing that is no creature remembers nothing. */
export function memoryOf({ thing: { life } }: Pick<ScriptCall, 'thing'>): Memory {
  if (!life) return new Map()
  life.dialogueTokens ??= new Map()
  return life.dialogueTokens
}

/** Plans a task for later, in milliseconds of the game clock. It has one task at a time. */
export function planTask(call: Pick<ScriptCall, 'game' | 'thing'>, task: string, ms: number): void {
  const memory = memoryOf(call)
  memory.set('task', task)
  memory.set('due', String(call.game.clock + ms))
}

/** The task that is due now, once. */
export function takeDueTask(call: TimeCall): string | undefined {
  const memory = memoryOf(call)
  const due = memory.get('due')
  if (due === undefined || call.game.clock < Number(due)) return undefined
  memory.delete('due')
  const task = memory.get('task')
  memory.delete('task')
  return task
}

/** Whether it is busy with a task. */
export function isBusy(call: Pick<ScriptCall, 'thing'>): boolean {
  return memoryOf(call).get('task') !== undefined
}
