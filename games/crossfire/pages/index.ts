// The markup is loaded on demand.
import type { ConsoleForm, Game } from '../../game.ts'

export const pages: NonNullable<Game['pages']> = {
  play: {
    path: 'play',
    render: async (...given) => (await import('./play.tsx')).playPage(...given),
  },
}

export async function consoleForms(): Promise<readonly ConsoleForm[]> {
  return (await import('./console.tsx')).consoleForms()
}
