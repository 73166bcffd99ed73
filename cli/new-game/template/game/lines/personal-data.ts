// [SB-6.4] The data that the world stores about a player: the lines that begin with the player's name.
import type { PersonalData } from '../../game.ts'
import { lineKeyPrefix } from './records.ts'

/** `since`: returns the stored lines after this number. */
export const personalData: PersonalData<{ since(number: number): readonly { readonly text: string }[] }> = {
  nameLabel: 'Your name in the game',
  erases: 'A pseudonym replaces the name in the stored lines. The lines stay.',
  records: [lineKeyPrefix],
  find(world, name) {
    const lines = world.since(0).filter(({ text }) => text.startsWith(`${name}: `))
    return {
      names: [name],
      data: () => (lines.length === 0 ? null : lines.map(({ text }) => text)),
      anonymize(record, { renaming }) {
        const text = String(record.value ?? '')
        return renaming.isIn(text) ? { ...record, value: renaming.inText(text) } : record
      },
    }
  },
}
