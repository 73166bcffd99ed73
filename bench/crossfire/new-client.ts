// The login data and settings of the bench's clients.
export const password = 'a secret of the bench'
/** The settings that a current client sends with `setup`, without sounds. */
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
/** The choices for a new character of this class. */
const choicesOf = (characterClass: string) => ['race human_player', `class ${characterClass}`, ...abilities]
/** In the built-in world. */
export const newCharacterChoices = choicesOf('fighter_class')
/** In the worlds of Debian's `crossfire-maps`. */
export const importedCharacterChoices = choicesOf('warrior_class')
