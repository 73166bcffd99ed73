// The login data and settings of the bench's clients.
export const password = 'a secret of the bench'
/** The settings that a current client with disabled sounds sends with `setup`. */
export const settings = [
  ['map2cmd', '1'],
  ['tick', '1'],
  ['sound2', '0'],
  ['facecache', '1'],
  ['faceset', '0'],
  ['loginmethod', '2'],
  ['mapsize', '11x11'],
].map(([key = '', value = '']) => ({ key, value }))
const abilities = ['str', 'dex', 'con', 'int', 'wis', 'pow', 'cha'].map((ability) => `${ability} 12`)
/** The field `choices` of `createplayer` for a new character of this class. */
const choicesOf = (characterClass: string) => ['race human_player', `class ${characterClass}`, ...abilities]
/** The choices for a new character in the built-in world. */
export const newCharacterChoices = choicesOf('fighter_class')
/** The choices for a new character in a world from Debian's `crossfire-maps`. */
export const importedCharacterChoices = choicesOf('warrior_class')
