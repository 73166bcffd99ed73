import type { Child } from 'hono/jsx'
import type { World } from './world.ts'

/** Maximum length of a line, in characters. */
export const maxConsoleLineLength = 1000

/**
 * Lets a room's owner send commands without a client. Each line is a command, which returns replies.
 * @example games/archipelago/commands/admin-session.ts
 */
export interface OwnerConsole<W extends World> {
  /** Runs one line of at most `maxConsoleLineLength` characters in its own transaction. Returns the replies. */
  execute(world: W, line: string): readonly string[]
  /** The line without secrets, for the room's log. */
  redact(line: string): string
  /** Name of the endpoint whose data the forms show, if any. */
  readonly endpoint?: string
  /**
   * The content of the console's forms. When a form is sent, its fields and buttons named `line`, `word` and `rest` are
   * joined into one line: `line` first, then `word` and `rest` in the order of the form. `word` is shell-quoted.
   */
  renderForms(reading: string): Promise<readonly ConsoleForm[]>
}

/**
 * One form of the console.
 * @example games/archipelago/pages/console.tsx
 */
export interface ConsoleForm {
  readonly title: string
  readonly content: Child
}
