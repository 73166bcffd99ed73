// The console through which a room's owner sends commands without a client.
import type { Child } from 'hono/jsx'
import type { World } from './world.ts'

/** Maximum length of a line, in characters. */
export const maxConsoleLineLength = 1000

/**
 * Console for the room's owner: each line is a command that returns replies.
 * @example games/archipelago/commands/admin-session.ts
 */
export interface OwnerConsole<W extends World> {
  /** Runs one line (at most `maxConsoleLineLength` characters) in its own transaction. Returns the replies. */
  execute(world: W, line: string): readonly string[]
  /** The line as it may appear in the room's log, without secrets. */
  redact(line: string): string
  /** Name of the endpoint from which the forms are rendered, if they need one. */
  readonly endpoint?: string
  /**
   * The content of the console's forms. Fields and buttons named `line`, `word` and `rest` are joined into one line:
   * `line` first, the others in the order of the form; `word` is shell-quoted.
   */
  renderForms(reading: string): Promise<readonly ConsoleForm[]>
}

/**
 * One form of the console's page.
 * @example games/archipelago/pages/console.tsx
 */
export interface ConsoleForm {
  readonly title: string
  readonly content: Child
}
